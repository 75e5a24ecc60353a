import { operation, WEB_ACCOUNT } from '../operation.ts';
import { done } from '../wire.ts';

/** Added: the user has looked through the account. Where something still waits, they are asked again at the next sign-in. */
export const finishAccountCheck = operation({
  name: 'finishAccountCheck',
  method: 'POST',
  path: 'onlineAccount/FinishAccountCheck',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'The account was checked after a reset of the password',
  response: done,
});
