import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { brandIdentifier, isoDate, money } from '../../wire.ts';
import { paymentState, sid } from '../card/get-payment-state.ts';
import { openedPayment, pageLanguage } from '../card/initiate-payment.ts';
import { topupAmount } from '../topup-amount.ts';
import { linkToken, payerName } from './payment-link.ts';

/** Added: what a payment link says to whoever has it. 404 for one that is unknown or has ended. */
export const getPaymentLink = operation({
  name: 'getPaymentLink',
  method: 'POST',
  path: 'payment-link/details',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'What a payment link says',
  body: z.object({ brand: brandIdentifier, Token: linkToken }),
  response: z.object({
    /** First name and initial of who is paid. */
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
 * taking it, before any charge, so that nobody learns what is on it.
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

/** Added: how a payment by a link stands. */
export const getLinkPaymentState = operation({
  name: 'getLinkPaymentState',
  method: 'POST',
  path: 'payment-link/state',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'Where a payment by a link is',
  body: z.object({ brand: brandIdentifier, Token: linkToken, Sid: sid }),
  response: z.object({ State: paymentState, Amount: money }),
  errors: ['not_found'],
});
