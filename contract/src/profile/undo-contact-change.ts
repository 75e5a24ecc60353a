import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { typed } from '../typed.ts';

/**
 * Added: undoes a change of contact, by the token that was sent to the old one. The contact, the sign-in names and the
 * security question of before come back; later changes of that contact end with their links, and so do all sessions,
 * the password and what was added to sign in. Good for 48 hours, once. 20314 where the change has ended already, by the
 * undo of an earlier one or by a change back.
 */
export const undoContactChange = operation({
  name: 'undoContactChange',
  method: 'POST',
  path: 'onlineAccount/UndoContactChange',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Undo a change of contact',
  body: z.object({ token: z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(100, 'required')) }),
  response: z.object({
    result: z.literal(true),
    /** Where a link to a new password was sent, masked; null: the contact that is back is too new for one. */
    LinkSentTo: z.nullable(z.string()),
  }),
  errors: ['token_invalid', 'token_expired', 'change_ended'],
});
