export { hashVoucherCode } from './voucher/voucher-code.ts';
export { insertVoucher } from './voucher/voucher.store.ts';
