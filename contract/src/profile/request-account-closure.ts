import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { requiredText } from '../wire.ts';

/**
 * Added: asks that the account be closed, with the current password, or takes that back. The desk closes it, once
 * nothing is on its way. 10001 for a nominee and for an account that is closed.
 */
export const requestAccountClosure = operation({
  name: 'requestAccountClosure',
  method: 'POST',
  path: 'onlineAccount/RequestAccountClosure',
  auth: WEB_ACCOUNT,
  proof: carriedBy('currentpassword'),
  ids: {},
  summary: 'Ask that the account be closed',
  body: z.object({ IsAsked: z.boolean('required'), currentpassword: requiredText }),
  response: z.object({ result: z.literal(true) }),
  errors: ['card_problem', 'current_password_wrong', 'account_locked'],
  errorFields: { current_password_wrong: 'currentpassword' },
});
