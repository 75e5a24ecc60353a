export { finishLine } from './answers/bank-answer.store.ts';
export type { DebitReturn } from './answers/debit-return-kind.ts';
export { findPaidBill } from './course/paid-bill.store.ts';
export { openLine } from './answers/open-line.ts';
export { keepPaymentsOut } from './payment-out.store.ts';
export { sealBankTexts } from './seal-typed.ts';
export { countTrouble } from './trouble/trouble.store.ts';
export type { TroubleCount } from './trouble/trouble.store.ts';
