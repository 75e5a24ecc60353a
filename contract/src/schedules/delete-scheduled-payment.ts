import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { accountNumber, done } from '../wire.ts';
import { scheduledPaymentId } from './scheduled-payment.ts';

/**
 * Ends one of the caller's scheduled payments; another's is as good as none: 404. What was paid stays. Added: 20318 for
 * one whose last payment has been made, a held one too: nothing is left to stop.
 */
export const deleteScheduledPayment = operation({
  name: 'deleteScheduledPayment',
  method: 'POST',
  path: 'schedulePayments/delete',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { scheduledPaymentId: 'schedule', accountNumber: 'account' },
  summary: 'Delete a scheduled payment',
  body: z.object({ scheduledPaymentId, accountNumber }),
  response: done,
  errors: ['not_found', 'payment_made'],
});
