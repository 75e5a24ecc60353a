import * as z from 'zod/mini';
import { newPassword } from '../access/password/new-password.ts';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { resetToken, securityAnswer } from './reset.ts';

/**
 * Sets a new password, once. All sessions of the person end, and all of their contacts are told. 20060 as long as a
 * step of the reset is not done. 20010 with `newPassword` for one that is common or breached.
 */
export const resetPassword = operation({
  name: 'resetPassword',
  method: 'POST',
  path: 'onlineAccount/ResetPassword',
  auth: 'public',
  proof: carriedBy('token', 'answer'),
  summary: 'Set a new password in place of a forgotten one',
  body: z.object({ token: resetToken, answer: securityAnswer, newPassword }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired', 'answer_wrong', 'account_locked', 'required_field'],
  errorFields: { answer_wrong: 'answer', required_field: 'newPassword' },
});
