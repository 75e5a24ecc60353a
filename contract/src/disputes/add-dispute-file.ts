import * as z from 'zod/mini';
import { bytesUpTo } from '../bytes.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { dispute, disputeId, EVIDENCE_MAXIMUM } from './dispute.ts';

/** Add a file to a dispute. */
export const addDisputeFile = operation({
  name: 'addDisputeFile',
  method: 'POST',
  path: 'dispute/addFile',
  encoding: 'bytes',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { DisputeId: 'dispute' },
  summary: 'Add a file to a dispute',
  body: z.object({
    DisputeId: disputeId,
    Name: z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(120, 'required')),
    /** A PDF, JPEG or PNG of at most 10 MB: the body itself. */
    Content: bytesUpTo(EVIDENCE_MAXIMUM),
  }),
  response: dispute,
  errors: ['not_found', 'dispute_closed', 'file_refused'],
});
