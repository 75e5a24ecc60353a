import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { accountNumber, brandIdentifier, instant, isoDate, money } from '../wire.ts';
import { openedPayment, pageLanguage, paymentState, sid, topupAmount } from './card-topup.ts';
import { typed } from '../typed.ts';

/** Names a link in its address: 22 characters, random. */
export const linkToken = z.string().check(z.regex(/^[\w-]{22}$/, 'required'));

/** For how many days a link can be used. */
export const LINK_DAYS = [7, 30, 90] as const;

const PAYER_NAME_MAXIMUM = 60;

/** Payer's name as they enter it: letters of any script and the punctuation of names, no digits. */
export const payerName = z
  .string('required')
  .check(
    typed.name(),
    z.minLength(1, 'required'),
    z.maxLength(PAYER_NAME_MAXIMUM, 'textTooLong'),
    z.regex(/^[\p{L}\p{M}][\p{L}\p{M} .,'’-]*$/u, 'required'),
  );

/** A link as its owner sees it. */
export const paymentLink = z.object({
  LinkId: z.string(),
  Token: linkToken,
  /** Dollars of one payment, at most. */
  MaximumAmount: money,
  /** The last day. */
  EndsOn: isoDate,
  /** False once it has ended. */
  IsOpen: z.boolean(),
  Payments: z.array(z.object({ PayerName: z.string(), Amount: money, PaidAt: instant })),
});

/** Added: links by which someone else pays into an account, newest first, with their payers. */
export const getPaymentLinks = operation({
  name: 'getPaymentLinks',
  method: 'POST',
  reads: true,
  path: 'topup/payment-links',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Payment links of an account',
  body: z.object({ accountNumber }),
  response: z.object({ Links: z.array(paymentLink) }),
  errors: ['invalid_card_details'],
});

/** Added: makes a link. 20071 where its maximum is outside of what one top-up by card may be; 20312 where there are many. */
export const makePaymentLink = operation({
  name: 'makePaymentLink',
  method: 'POST',
  path: 'topup/make-payment-link',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Make a payment link',
  body: z.object({
    accountNumber,
    maximumAmount: topupAmount,
    days: z.union(LINK_DAYS.map((days) => z.literal(days))),
  }),
  response: z.object({ Link: paymentLink }),
  errors: ['invalid_card_details', 'card_problem', 'outside_load_limits', 'too_many_links'],
  errorFields: { outside_load_limits: 'maximumAmount' },
});

/** Added: ends a link. Payments that are under way are still credited. Answers the same where it has ended. */
export const endPaymentLink = operation({
  name: 'endPaymentLink',
  method: 'POST',
  path: 'topup/end-payment-link',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount', LinkId: 'paymentLink' },
  summary: 'End a payment link',
  body: z.object({ accountNumber, LinkId: z.uuid('required') }),
  response: z.object({ Link: paymentLink }),
  errors: ['invalid_card_details', 'not_found'],
});

/**
 * Added: the content of a payment link, for anyone who has the link. 404 for an unknown link and for one that has
 * ended.
 */
export const getPaymentLink = operation({
  name: 'getPaymentLink',
  method: 'POST',
  reads: true,
  path: 'payment-link/details',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'What a payment link says',
  body: z.object({ brand: brandIdentifier, Token: linkToken }),
  response: z.object({
    /** First name and initial of the payee. */
    Name: z.string(),
    MinimumAmount: money,
    MaximumAmount: money,
    /** The last day. */
    EndsOn: isoDate,
  }),
  errors: ['not_found'],
});

/**
 * Added: opens a payment into the account of a link. One refusal (20311) for everything that keeps the account from
 * taking it, before any charge, so that no one learns what is on it.
 */
export const initiateLinkPayment = operation({
  name: 'initiateLinkPayment',
  method: 'POST',
  path: 'payment-link/initiate',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'Open a payment by a link',
  body: z.object({
    brand: brandIdentifier,
    Token: linkToken,
    Amount: topupAmount,
    PayerName: payerName,
    Language: pageLanguage,
  }),
  response: openedPayment,
  errors: ['not_found', 'link_payment_refused', 'payment_on_its_way'],
});

/** Added: state of a payment by a link. */
export const getLinkPaymentState = operation({
  name: 'getLinkPaymentState',
  method: 'POST',
  reads: true,
  path: 'payment-link/state',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'Where a payment by a link is',
  body: z.object({ brand: brandIdentifier, Token: linkToken, Sid: sid }),
  response: z.object({ State: paymentState, Amount: money }),
  errors: ['not_found'],
});
