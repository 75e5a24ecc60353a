import { operation, WEB_ACCOUNT } from '../operation.ts';
import * as z from 'zod/mini';
import { done } from '../wire.ts';
import { namedAutoTopup, newAutoTopup } from './auto-topup.ts';

/**
 * Added: sets up an automatic top-up by PayTo, or gives one another bank account: the bank is asked to put an agreement
 * before the payer, who approves it in their bank's app. It needs a fresh proof: 428. 20202 where one by direct debit
 * exists, none is allowed, set-ups are stopped (`SetUpStopped`), or the account takes no agreements.
 */
export const createPayTo = operation({
  name: 'createPayTo',
  method: 'POST',
  path: 'topup/pay-to',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup', AccountNumber: 'anyone' },
  summary: 'Set up an automatic top-up by PayTo',
  body: newAutoTopup,
  response: z.object({ AutoTopUpId: z.string() }),
  errors: [
    'required_field',
    'invalid_card_details',
    'auto_topup_refused',
    'outside_load_limits',
    'bsb_closed',
    'bsb_lookup_away',
    'payee_blocked',
  ],
});

/** Added: pauses an automatic top-up by PayTo. Nothing is taken until it is resumed here. */
export const pausePayTo = operation({
  name: 'pausePayTo',
  method: 'POST',
  path: 'topup/pause-pay-to',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup' },
  summary: 'Pause an automatic top-up by PayTo',
  body: namedAutoTopup,
  response: done,
  errors: ['invalid_card_details', 'not_found', 'auto_topup_refused'],
});

/** Added: resumes one that was paused here. 20202 where the payer's bank or the scheme paused it: they alone resume it. */
export const resumePayTo = operation({
  name: 'resumePayTo',
  method: 'POST',
  path: 'topup/resume-pay-to',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { MemberNumber: 'primaryAccount', AutoTopUpId: 'autoTopup' },
  summary: 'Resume an automatic top-up by PayTo',
  body: namedAutoTopup,
  response: done,
  errors: ['invalid_card_details', 'not_found', 'auto_topup_refused'],
});
