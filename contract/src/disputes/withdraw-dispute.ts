import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { dispute, disputeId } from './dispute.ts';

/** Withdraw a dispute. */
export const withdrawDispute = operation({
  name: 'withdrawDispute',
  method: 'POST',
  path: 'dispute/withdraw',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { DisputeId: 'dispute' },
  summary: 'Withdraw a dispute',
  body: z.object({ DisputeId: disputeId }),
  response: dispute,
  errors: ['not_found', 'dispute_closed'],
});
