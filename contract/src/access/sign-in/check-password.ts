import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { done } from '../../wire.ts';
import { currentPassword } from './current-password.ts';

/** Whether a password is the signed-in user's. Wrong ones are counted apart from those of the sign-in. */
export const checkPassword = operation({
  name: 'checkPassword',
  method: 'POST',
  path: 'onlineAccount/CheckPassword',
  auth: WEB_ACCOUNT,
  proof: carriedBy('currentpassword'),
  ids: {},
  summary: 'Check the current password',
  body: z.object({ currentpassword: currentPassword }),
  response: done,
  errors: ['current_password_wrong', 'account_locked'],
});
