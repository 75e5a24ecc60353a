export { debt } from './debt.blocker.ts';
export { inDebt } from './debt.store.ts';
export { type DebitedAccount, debitedSide, forcedDebit, noteOwed, readDebited } from './forced-debit.kind.ts';
