import * as z from 'zod/mini';
import { ACCOUNT_RESET, operation } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { askedIn } from './reset.ts';

/**
 * The security question and the masked username of an account. An unknown account has both, always the same ones, so
 * that nobody learns which exist.
 */
export const getSecurityQuestions = operation({
  name: 'getSecurityQuestions',
  method: 'POST',
  path: 'onlineAccount/GetSecurityQuestions',
  auth: ACCOUNT_RESET,
  proof: 'session',
  ids: { accountNumber: 'resetAccount' },
  summary: 'Security question of an account',
  body: z.object({
    /** That of the token. */
    accountNumber,
    Language: askedIn,
  }),
  response: z.object({ SecurityQuestion: z.string(), username: z.string() }),
  errors: ['required_field'],
  errorFields: { required_field: 'accountNumber' },
});
