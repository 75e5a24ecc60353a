import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';

/** The account number that a user may sign in with; a nominee's carries an extension, `account-NN`. */
export const getAccountLoginName = operation({
  name: 'getAccountLoginName',
  method: 'GET',
  path: 'card/getAccountLoginName',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Account number to sign in with',
  response: z.object({ AccountLoginNumber: z.string(), IsAccountUsernameForNominee: z.boolean() }),
});
