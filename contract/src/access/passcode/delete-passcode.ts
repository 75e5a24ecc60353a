import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { freshWhen } from '../../proof.ts';
import { currentPassword } from '../sign-in/current-password.ts';

/**
 * Deletes the signed-in user's passcodes, on every device, and ends their other sessions. The current password is a
 * proof; without it the call asks for a fresh one.
 */
export const deletePasscode = operation({
  name: 'deletePasscode',
  method: 'POST',
  path: 'onlineAccount/DeletePasscode',
  auth: WEB_ACCOUNT,
  proof: freshWhen('the call carries no current password'),
  ids: {},
  summary: 'Delete the passcodes of the signed-in user',
  body: z.object({ currentpassword: z.optional(currentPassword) }),
  response: z.object({ result: z.literal(true) }),
  errors: ['current_password_wrong', 'account_locked'],
  errorFields: { current_password_wrong: 'currentpassword', account_locked: 'currentpassword' },
});
