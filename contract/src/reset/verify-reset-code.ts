import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { accessCode } from '../wire.ts';
import { resetToken } from './reset.ts';

/**
 * Added: the code that a reset by account number sends. 20052 for a wrong one and one whose time or tries are over, 20043
 * for a day once five codes of this person were wrong within 24 hours.
 */
export const verifyResetCode = operation({
  name: 'verifyResetCode',
  method: 'POST',
  path: 'onlineAccount/VerifyResetCode',
  auth: 'public',
  proof: carriedBy('token', 'code'),
  summary: 'Check the code of a reset',
  body: z.object({ token: resetToken, code: accessCode }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired', 'access_code_wrong', 'account_locked'],
  errorFields: { access_code_wrong: 'code' },
});
