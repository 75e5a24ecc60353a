import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { newAutoTopup } from './auto-topup.ts';

/**
 * Makes an automatic top-up and sends 1 cent with a code to the bank account. Whoever makes it accepts the agreement.
 * It needs a fresh proof: 428. 20202 where one exists, none is allowed, or set-ups are
 * stopped (`SetUpStopped`), 20144 where its fee is not covered.
 */
export const createAutoTopup = operation({
  name: 'createAutoTopup',
  method: 'POST',
  path: 'topup/auto-topup',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup', AccountNumber: 'anyone' },
  summary: 'Set up an automatic top-up',
  body: newAutoTopup,
  response: z.object({ AutoTopUpId: z.string() }),
  errors: [
    'required_field',
    'invalid_card_details',
    'auto_topup_refused',
    'outside_load_limits',
    'fee_not_covered',
    'bsb_closed',
    'bsb_lookup_away',
    'payee_blocked',
  ],
});
