import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { dispute, disputeId, disputeText } from './dispute.ts';

/** Write to those who look after a dispute. */
export const answerDispute = operation({
  name: 'answerDispute',
  method: 'POST',
  path: 'dispute/answer',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { DisputeId: 'dispute' },
  summary: 'Write to those who look after a dispute',
  body: z.object({ DisputeId: disputeId, Text: disputeText }),
  response: dispute,
  errors: ['not_found', 'dispute_closed'],
});
