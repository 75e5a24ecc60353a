import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { accessCode, brandIdentifier } from '../wire.ts';
import { signUpToken } from './sign-up.ts';

/** Added: the code of a sign-up. 20052 for a wrong one, and for one whose time (10 minutes) or 5 tries are over. */
export const verifySignUpCode = operation({
  name: 'verifySignUpCode',
  method: 'POST',
  path: 'brand/VerifySignUpCode',
  auth: 'public',
  proof: carriedBy('code'),
  summary: 'Check the code of a sign-up',
  body: z.object({ token: signUpToken, code: accessCode, brandIdentifier }),
  response: z.object({ result: z.literal(true) }),
  errors: ['not_found', 'token_invalid', 'token_expired', 'access_code_wrong'],
  errorFields: { access_code_wrong: 'code' },
});
