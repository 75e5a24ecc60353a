import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier } from '../wire.ts';
import { signUpAccountNumber, signUpUsername } from './sign-up.ts';

/**
 * Whether a login can be made for an account. The result is read by position: the status of the account (0 is
 * current), whether the username is free (1), whether the account has a login (1). `999`: no such account.
 * 404 where the brand offers no sign-up.
 */
export const validateMemberAccountDetail = operation({
  name: 'validateMemberAccountDetail',
  method: 'POST',
  path: 'brand/ValidateMemberAccountDetail',
  auth: 'public',
  proof: 'none',
  summary: 'Whether a login can be made for an account',
  body: z.object({ accountId: signUpAccountNumber, brandIdentifier, userName: signUpUsername }),
  response: z.object({ data: z.object({ ValidationResult: z.string() }) }),
  errors: ['not_found', 'required_field'],
  errorFields: { required_field: 'userName' },
});
