import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { done } from '../../wire.ts';
import { activation } from './auto-topup.ts';

/**
 * Enters the code of the 1-cent deposit. The fifth wrong one cancels the automatic top-up, and the
 * fifth of the account in 24 hours stops set-ups for 24 hours: 20215.
 */
export const activateAutoTopup = operation({
  name: 'activateAutoTopup',
  method: 'POST',
  path: 'topup/activate-auto-topup',
  auth: WEB_ACCOUNT,
  proof: carriedBy('ActivationCode'),
  ids: { MemberNumber: 'primaryAccount', AutoTopupId: 'autoTopup' },
  summary: 'Activate an automatic top-up by its code',
  body: activation,
  response: done,
  errors: [
    'invalid_card_details',
    'not_found',
    'activation_code_wrong',
    'auto_topup_refused',
    'auto_topup_tries_exceeded',
    'auto_topup_cancelled',
    'auto_topup_ended',
  ],
  errorFields: { activation_code_wrong: 'ActivationCode' },
});
