export { cardTopupPurpose, cardTopupsOnTheirWay } from './card/card-topup.purpose.ts';
export { listOnItsWay, type OnItsWay, type OnItsWaySource, sumOf } from './on-its-way.ts';
export { hashVoucherCode } from './voucher/voucher-code.ts';
export { insertVoucher } from './voucher/voucher.store.ts';
