import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { scheduledPayment } from './scheduled-payment.ts';

/**
 * The caller's scheduled payments from an account, the next one first. One that has ended stands there while its
 * last payment failed and for 30 days at most, unless it is deleted.
 */
export const getScheduledPayments = operation({
  name: 'getScheduledPayments',
  method: 'GET',
  path: 'schedulePayments',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Scheduled payments of an account',
  query: z.object({ accountNumber }),
  response: z.object({
    transferPayments: z.array(scheduledPayment),
    bpayPayments: z.array(scheduledPayment),
  }),
  errors: ['invalid_card_details'],
});
