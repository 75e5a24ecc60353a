export { debt } from './debt.restriction.ts';
export { inDebt } from './debt.store.ts';
export { keepFormerMoney, notifyFormerPaid } from './former-money.ts';
export {
  type FormerSums,
  listFormer,
  readFormerSums,
  saveFormerPaid,
  saveFormerSettled,
} from './former-money.store.ts';
export {
  type DebitedAccount,
  debitedSide,
  forcedDebit,
  noteOwed,
  noteUnpaid,
  readDebited,
} from './forced-debit.kind.ts';
