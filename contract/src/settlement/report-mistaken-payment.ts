import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { accountNumber, instant, requiredText } from '../wire.ts';

/**
 * Asked: the desk has it. Requested: the other bank was asked. Recovered: the money is back. Refused: the other bank
 * does not send it back.
 */
const mistakenState = z.enum(['Asked', 'Requested', 'Recovered', 'Refused']);

export const mistakenPayment = z.object({
  Reference: z.string(),
  State: mistakenState,
  /** Duty of the other bank, by how long ago the payment was made. */
  Rule: z.enum(['tenDays', 'sevenMonths', 'consent']),
  AskedAt: instant,
  ChangedAt: instant,
});

/**
 * Added: a payment to another bank or a biller went to the wrong account. The programme asks for it back; asked again
 * it answers how that stands. A payment that has come back is not found.
 */
export const reportMistakenPayment = operation({
  name: 'reportMistakenPayment',
  method: 'POST',
  path: 'transfer/reportMistakenPayment',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { accountNumber: 'account', receiptNumber: 'paymentOut' },
  summary: 'Ask for a payment back that went to the wrong account',
  body: z.object({ accountNumber, receiptNumber: requiredText }),
  response: mistakenPayment,
  errors: ['invalid_card_details', 'not_found'],
  errorFields: { invalid_card_details: 'accountNumber', not_found: 'receiptNumber' },
});
