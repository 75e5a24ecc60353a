export { debt } from './debt.blocker.ts';
export { inDebt } from './debt.store.ts';
export { forcedDebit } from './forced-debit.kind.ts';
