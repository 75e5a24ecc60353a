import { redeemVoucher } from '@wattle/contract/topup/voucher/redeem-voucher.ts';
import { handlePayment } from '../../../http/handle.ts';
import { voucherRedemption } from './voucher-redemption.kind.ts';

export const redeemVoucherRoute = handlePayment(redeemVoucher, voucherRedemption);
