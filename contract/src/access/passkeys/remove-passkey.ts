import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { done } from '../../wire.ts';
import { currentPassword } from '../sign-in/current-password.ts';
import { passkeyId } from './passkey.ts';

/** Removes a passkey of the signed-in user, and ends their other sessions: one may be its finder's. */
export const removePasskey = operation({
  name: 'removePasskey',
  method: 'POST',
  path: 'onlineAccount/RemovePasskey',
  auth: WEB_ACCOUNT,
  summary: 'Remove a passkey',
  body: z.object({ Id: passkeyId, currentpassword: currentPassword }),
  response: done,
  errors: ['current_password_wrong', 'account_locked', 'not_found'],
  errorFields: { current_password_wrong: 'currentpassword', account_locked: 'currentpassword' },
});
