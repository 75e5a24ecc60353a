import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { accountNumber, money } from '../../wire.ts';

/**
 * Where a payment by another card is. `Open`: not paid yet. `Waiting`: somebody may have paid, and nobody can be
 * charged for the same. `Refunded`: what was charged goes back to its card.
 */
export const PAYMENT_STATES = ['Open', 'Waiting', 'Paid', 'Declined', 'Cancelled', 'Expired', 'Refunded'] as const;
export const paymentState = z.enum(PAYMENT_STATES);
export type PaymentState = z.output<typeof paymentState>;

export const sid = z.string().check(z.regex(/^\d{1,9}\.[0-9a-f-]{36}$/, 'required'));

/** Added: how a payment by another card stands. The server asks the gateway where it has heard nothing. */
export const getPaymentState = operation({
  name: 'getPaymentState',
  method: 'POST',
  path: 'payment/state',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sid: 'gatewayPayment' },
  summary: 'Where a payment by another card is',
  body: z.object({ accountNumber, Sid: sid }),
  response: z.object({
    State: paymentState,
    Amount: money,
    /** Of the credit; null before it. */
    ReceiptNumber: z.nullable(z.string()),
    /** What the account has available now. */
    AvailableAccountBalance: money,
  }),
  errors: ['invalid_card_details', 'not_found'],
});
