import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { dispute, disputedRow, disputeReason, disputeText } from './dispute.ts';
import { transferAmount } from '../transfers/transfer.ts';
/** Dispute a payment by card. */
export const openDispute = operation({
  name: 'openDispute',
  method: 'POST',
  path: 'dispute/open',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'Dispute a payment by card',
  body: z.object({
    ...disputedRow,
    Reason: disputeReason,
    /** Dollars that are disputed. Absent: all of it. */
    Amount: z.optional(transferAmount),
    Explanation: disputeText,
  }),
  response: dispute,
  errors: ['invalid_card_details', 'not_found', 'dispute_refused', 'required_field'],
  errorFields: { required_field: 'Amount' },
});
