import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { backupToken, resetToken } from './reset.ts';

/**
 * Checks a backup token within a reset of its person. 20060 for a wrong one; the third ends reset and backup token.
 * 20062 where it was right and is too old, or the reset is.
 */
export const verifyBackupResetToken = operation({
  name: 'verifyBackupResetToken',
  method: 'POST',
  path: 'onlineAccount/VerifyBackupResetToken',
  auth: 'public',
  proof: carriedBy('token', 'backupToken'),
  summary: 'Check a backup token',
  body: z.object({ token: resetToken, backupToken }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired'],
});
