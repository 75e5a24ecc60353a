import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { askedIn, resetToken } from './reset.ts';

/** The security question of a reset; null where the person has chosen none. 20060 unknown or used, 20062 expired. */
export const verifyToken = operation({
  name: 'verifyToken',
  method: 'POST',
  path: 'onlineAccount/VerifyToken',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Check the token of a reset',
  body: z.object({ token: resetToken, Language: askedIn }),
  response: z.object({ SecurityQuestion: z.nullable(z.string()) }),
  errors: ['token_invalid', 'token_expired'],
});
