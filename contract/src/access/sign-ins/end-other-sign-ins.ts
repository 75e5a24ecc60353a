import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { done } from '../../wire.ts';

/** Added: ends all of the user's sessions but the one at hand. */
export const endOtherSignIns = operation({
  name: 'endOtherSignIns',
  method: 'POST',
  path: 'onlineAccount/EndOtherSignIns',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Sign all other devices out',
  response: done,
});
