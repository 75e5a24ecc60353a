import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { resetToken } from './reset.ts';

/** Added: sends another code of a reset by account number; the one before dies. 3 codes for one reset. */
export const sendResetCode = operation({
  name: 'sendResetCode',
  method: 'POST',
  path: 'onlineAccount/SendResetCode',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Send another code of a reset',
  body: z.object({ token: resetToken }),
  response: z.object({ CodeSentTo: z.string() }),
  errors: ['token_invalid', 'token_expired'],
});
