import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { dispute, disputeId, EVIDENCE_MAXIMUM } from './dispute.ts';

/** Add a file to a dispute. */
export const addDisputeFile = operation({
  name: 'addDisputeFile',
  method: 'POST',
  path: 'dispute/addFile',
  auth: WEB_ACCOUNT,
  proof: 'session',
  summary: 'Add a file to a dispute',
  body: z.object({
    DisputeId: disputeId,
    Name: z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(120, 'required')),
    /** Base64 of a PDF, JPEG or PNG of at most 10 MB. */
    Content: z
      .string('required')
      .check(
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'required'),
        z.maxLength(Math.ceil(EVIDENCE_MAXIMUM / 3) * 4, 'required'),
      ),
  }),
  response: dispute,
  errors: ['not_found', 'dispute_closed', 'file_refused'],
});
