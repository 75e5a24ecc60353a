import { operation, WEB_ACCOUNT } from '../operation.ts';
import { done } from '../wire.ts';
import { waiting } from './account-check.ts';

/** Added: what waits since a reset of the password is never paid or collected. */
export const cancelWaiting = operation({
  name: 'cancelWaiting',
  method: 'POST',
  path: 'onlineAccount/CancelWaiting',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Id: 'waiting' },
  summary: 'Cancel a payment or automatic top-up that waits',
  body: waiting,
  response: done,
  errors: ['not_found'],
});
