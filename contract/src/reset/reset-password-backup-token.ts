import * as z from 'zod/mini';
import { newPassword } from '../access/password/new-password.ts';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { backupToken, resetToken, securityAnswer, securityQuestion } from './reset.ts';

/** Sets a new password and a new security question by a backup token, once. Otherwise as ResetPassword. */
export const resetPasswordBackupToken = operation({
  name: 'resetPasswordBackupToken',
  method: 'POST',
  path: 'onlineAccount/ResetPasswordBackupToken',
  auth: 'public',
  proof: carriedBy('token', 'backupToken'),
  summary: 'Set a new password by a backup token',
  body: z.object({
    token: resetToken,
    backupToken,
    newPassword,
    securityQuestion,
    securityQuestionAnswer: securityAnswer,
  }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired', 'required_field'],
  errorFields: { required_field: 'newPassword' },
});
