import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier } from '../wire.ts';
import { signUpAccountNumber } from './sign-up.ts';

/**
 * Added: begins a sign-up and sends its code to the mobile number or email address on record. Every number is answered
 * alike, also one that is nobody's or has a login, or whose holder no code can be sent to. 3 in 24 hours for a number.
 */
export const sendSignUpCode = operation({
  name: 'sendSignUpCode',
  method: 'POST',
  path: 'brand/SendSignUpCode',
  auth: 'public',
  proof: 'none',
  summary: 'Send the code of a sign-up',
  body: z.object({ accountId: signUpAccountNumber, brandIdentifier }),
  /** Names the sign-up for 30 minutes. */
  response: z.object({ token: z.string() }),
  errors: ['not_found'],
});
