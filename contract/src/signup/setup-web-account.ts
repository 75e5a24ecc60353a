import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { brandIdentifier } from '../wire.ts';
import { signUpAccountNumber, signUpPassword, signUpToken, signUpUsername } from './sign-up.ts';

/**
 * Makes the login of an account that has none, once the code of its sign-up was entered. What stands in the way is no
 * refusal: Succeeded is false. 20060 for a token whose code was not entered, 20062 for one whose time is over.
 */
export const setupWebAccount = operation({
  name: 'setupWebAccount',
  method: 'POST',
  path: 'brand/SetupWebAccount',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Make the login of an account',
  body: z.object({
    accountId: signUpAccountNumber,
    brandIdentifier,
    username: signUpUsername,
    password: signUpPassword,
    /** The product disclosure statement was read and accepted. */
    acceptedPDS: z.literal(true, 'signUpPds'),
    /** Added: of `SendSignUpCode`. Without it nothing is made. */
    token: z.optional(signUpToken),
  }),
  /** `userCreated` is JSON text: `{"Succeeded":true}`. */
  response: z.object({ data: z.object({ userCreated: z.string() }) }),
  errors: ['not_found', 'required_field', 'token_invalid', 'token_expired'],
  errorFields: { required_field: 'password' },
});
