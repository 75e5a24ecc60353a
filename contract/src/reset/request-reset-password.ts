import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { requiredText } from '../wire.ts';
import { resetPage } from './reset.ts';

/**
 * Begins a reset. By `username`: a link goes to the registered email, or by SMS; the answer is the same whether there
 * is such a person or not. By `accountToken`, the access token of grant `accountnumber`: answers the page to go on
 * with and the token of the reset. 3 an hour for one person.
 */
export const requestResetPassword = operation({
  name: 'requestResetPassword',
  method: 'POST',
  path: 'onlineAccount/RequestResetPassword',
  auth: 'public',
  proof: 'none',
  summary: 'Begin the reset of a forgotten password',
  body: z.object({
    username: z.optional(requiredText),
    accountToken: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(2000, 'required'))),
  }),
  response: z.object({ NavigateToPage: z.nullable(resetPage), token: z.nullable(z.string()) }),
  errors: ['required_field', 'token_invalid'],
});
