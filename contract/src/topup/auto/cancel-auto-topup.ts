import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { done } from '../../wire.ts';
import { namedAutoTopup } from './auto-topup.ts';

/** Cancels an automatic top-up. What is collected already comes. 20207 where the person has cancelled it, 27418 where the bank or the desk has. */
export const cancelAutoTopup = operation({
  name: 'cancelAutoTopup',
  method: 'POST',
  path: 'topup/cancel-auto-topup',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup' },
  summary: 'Cancel an automatic top-up',
  body: namedAutoTopup,
  response: done,
  errors: ['invalid_card_details', 'not_found', 'auto_topup_cancelled', 'auto_topup_ended'],
});
