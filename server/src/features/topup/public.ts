export { cardTopupPurpose, cardTopupsOnTheirWay } from './card/card-topup.purpose.ts';
export { autoTopupsOnTheirWay } from './auto/auto-topup.on-its-way.ts';
export type { OnItsWaySource } from './on-its-way.ts';
export { linkPaymentPurpose, linkPaymentsOnTheirWay } from './links/link-payment.purpose.ts';
export { hashVoucherCode } from './voucher/voucher-code.ts';
export { insertVoucher } from './voucher/voucher.store.ts';
export { debitReturnKind } from './auto/debit-return.kind.ts';
export { endAutoTopupsOf, endByDeposit } from './auto/auto-topup.store.ts';
