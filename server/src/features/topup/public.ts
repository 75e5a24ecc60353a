export { cardTopupPurpose, cardTopupsOnTheirWay } from './card/card-topup.purpose.ts';
export type { OnItsWaySource } from './on-its-way.ts';
export { hashVoucherCode } from './voucher/voucher-code.ts';
export { insertVoucher } from './voucher/voucher.store.ts';
