export { readBsbFile } from './bsb/bsb-file.domain.ts';
export { hasBranches, replaceBranches } from './bsb/bsb.store.ts';
export { categorySum } from './external/transfer-categories.domain.ts';
export { dailyLimitOf, findPayingAccount } from './paying-account.ts';
export type { PayingAccount } from './paying-account.ts';
export { savingPayee } from './payees/save-payee.ts';
export { keepPaymentOut } from './payment-out.store.ts';
export { type Destination, findDestination } from './external/destination.ts';
export { refuseDestination } from './external/judge-destination.domain.ts';
