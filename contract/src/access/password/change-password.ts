import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { currentPassword } from '../sign-in/current-password.ts';
import { newPassword } from './new-password.ts';

/** Ends the other sessions of the user and tells them. 20010 with `newPassword` for one that is common or breached. */
export const changePassword = operation({
  name: 'changePassword',
  method: 'POST',
  path: 'onlineAccount/ChangePassword',
  auth: WEB_ACCOUNT,
  proof: carriedBy('oldPassword'),
  ids: {},
  summary: 'Change the password',
  body: z.object({ oldPassword: currentPassword, newPassword }),
  response: z.object({ result: z.literal(true) }),
  errors: ['current_password_wrong', 'account_locked', 'required_field'],
  errorFields: { current_password_wrong: 'oldPassword', required_field: 'newPassword' },
});
