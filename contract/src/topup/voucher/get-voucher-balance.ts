import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { isoDate, money } from '../../wire.ts';
import { voucherOfAccount } from './voucher.ts';

/** What a voucher is worth, once its code was given in this session. */
export const getVoucherBalance = operation({
  name: 'getVoucherBalance',
  method: 'POST',
  path: 'topup/voucher-balance',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { MemberNumber: 'account', VoucherId: 'voucher' },
  summary: 'What a voucher is worth',
  body: voucherOfAccount,
  response: z.object({
    Balance: money,
    /** Its last day. */
    ExpiryDate: isoDate,
  }),
  errors: ['invalid_card_details', 'card_problem', 'access_code_wrong'],
});
