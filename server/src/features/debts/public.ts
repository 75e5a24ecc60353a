export { debt } from './debt.blocker.ts';
export { inDebt, noteDebt } from './debt.store.ts';
export {
  debitedSide,
  type DebitedAccount,
  forcedDebit,
  type ForcedDebit,
  noteOwed,
  readDebited,
} from './forced-debit.kind.ts';
