import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { instant, money } from '../../wire.ts';
import { voucherOfAccount } from './voucher.ts';

/**
 * Loads all that a voucher is worth onto an account, once its code was given in this session. 20071 where the
 * balance, with what is on its way, would pass the account's maximum.
 */
export const redeemVoucher = operation({
  name: 'redeemVoucher',
  method: 'POST',
  path: 'topup/voucher-redeem',
  auth: WEB_ACCOUNT,
  proof: 'session',
  money: true,
  ids: { MemberNumber: 'account', VoucherId: 'voucher' },
  summary: 'Redeem a voucher',
  body: voucherOfAccount,
  response: z.object({
    ReceiptNumber: z.string(),
    TransactionDate: instant,
    /** Dollars that were loaded. */
    Amount: money,
  }),
  errors: ['invalid_card_details', 'card_problem', 'access_code_wrong', 'outside_load_limits', 'key_reused'],
});
