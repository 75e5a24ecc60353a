import { err, ok } from '@wattle/contract/errors.ts';
import { getVoucherBalance } from '@wattle/contract/topup/voucher/get-voucher-balance.ts';
import { handleRead } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { findTopupAccount } from '../topup-account.store.ts';
import { findCheckedVoucher } from './voucher.store.ts';

export const getVoucherBalanceRoute = handleRead(getVoucherBalance, async ({ body, session, tx, ctx }) => {
  const { tenantId } = session;
  const since = ctx.clocks.security.now() - ctx.config.topup.voucherCheckMs;
  const [account, voucher] = await Promise.all([
    findTopupAccount({ ctx, tx }, tenantId, session, body.MemberNumber),
    findCheckedVoucher(tx, tenantId, session, body.VoucherId, since),
  ]);
  if (!account) return err('invalid_card_details', 'MemberNumber');
  if (!account.ways.voucher) return err('card_problem', 'MemberNumber');
  if (!voucher) return err('access_code_wrong', 'VoucherId');
  return ok({ Balance: toDollars(voucher.amount), ExpiryDate: voucher.expires_on });
});
