import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { done } from '../../wire.ts';
import { voucherCode, voucherOfAccount } from './voucher.ts';

/**
 * Checks number and code of a voucher. What follows within ten minutes in the same session needs no code. One
 * answer, 20052, for a voucher that is unknown, used, expired or blocked, and for a wrong code. Five wrong codes
 * stop the caller for 24 hours: 20245.
 */
export const validateVoucher = operation({
  name: 'validateVoucher',
  method: 'POST',
  path: 'topup/voucher-validate',
  auth: WEB_ACCOUNT,
  proof: carriedBy('AccessCode'),
  ids: { MemberNumber: 'account', VoucherId: 'anyone' },
  summary: 'Check number and code of a voucher',
  body: z.extend(voucherOfAccount, { AccessCode: voucherCode }),
  response: done,
  errors: [
    'invalid_card_details',
    'card_problem',
    'access_code_wrong',
    'login_locked_or_token_expired',
    'too_many_requests',
  ],
});
