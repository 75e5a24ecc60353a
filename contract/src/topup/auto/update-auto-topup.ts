import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { done } from '../../wire.ts';
import { changedAutoTopup } from './auto-topup.ts';

/**
 * Changes an automatic top-up. Another bank account makes it pending again: 1 cent with a new code is sent. It needs a
 * fresh proof: 428. 20202 where set-ups are stopped (`SetUpStopped`), 20207 and 27418 where it has been cancelled.
 */
export const updateAutoTopup = operation({
  name: 'updateAutoTopup',
  method: 'POST',
  path: 'topup/update-auto-topup',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup', AccountNumber: 'anyone' },
  summary: 'Change an automatic top-up',
  body: changedAutoTopup,
  response: done,
  errors: [
    'required_field',
    'invalid_card_details',
    'not_found',
    'auto_topup_refused',
    'auto_topup_cancelled',
    'auto_topup_ended',
    'outside_load_limits',
    'bsb_closed',
    'bsb_lookup_away',
    'payee_blocked',
  ],
});
