import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { accountNumber } from '../../wire.ts';
import { topupAmount } from '../topup-amount.ts';
import { LINK_DAYS, paymentLink } from './payment-link.ts';

/** Added: links by which somebody else pays into an account, newest first, with who has paid. */
export const getPaymentLinks = operation({
  name: 'getPaymentLinks',
  method: 'POST',
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
