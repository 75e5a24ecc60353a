import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';

/** Added: brings back the old contact, by the token that was sent there. All sessions end. Good for 48 hours, once. */
export const undoContactChange = operation({
  name: 'undoContactChange',
  method: 'POST',
  path: 'onlineAccount/UndoContactChange',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Undo a change of contact',
  body: z.object({ token: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'required')) }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired'],
});
