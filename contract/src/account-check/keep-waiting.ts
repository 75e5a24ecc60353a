import { operation, WEB_ACCOUNT } from '../operation.ts';
import { done } from '../wire.ts';
import { waiting } from './account-check.ts';

/** Added: what waits since a reset of the password is paid or collected again. Asks for a fresh proof. */
export const keepWaiting = operation({
  name: 'keepWaiting',
  method: 'POST',
  path: 'onlineAccount/KeepWaiting',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { Id: 'waiting' },
  summary: 'Keep a payment or automatic top-up that waits',
  body: waiting,
  response: done,
  errors: ['proof_needed', 'not_found'],
});
