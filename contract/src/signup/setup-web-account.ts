import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier } from '../wire.ts';
import { signUpAccountNumber, signUpPassword, signUpUsername } from './sign-up.ts';

/** Makes the login of an account that has none. What stands in the way is no refusal: Succeeded is false. */
export const setupWebAccount = operation({
  name: 'setupWebAccount',
  method: 'POST',
  path: 'brand/SetupWebAccount',
  auth: 'public',
  proof: 'none',
  summary: 'Make the login of an account',
  body: z.object({
    accountId: signUpAccountNumber,
    brandIdentifier,
    username: signUpUsername,
    password: signUpPassword,
    /** The product disclosure statement was read and accepted. */
    acceptedPDS: z.literal(true, 'signUpPds'),
  }),
  /** `userCreated` is JSON text: `{"Succeeded":true}`. */
  response: z.object({ data: z.object({ userCreated: z.string() }) }),
  errors: ['not_found', 'required_field'],
  errorFields: { required_field: 'password' },
});
