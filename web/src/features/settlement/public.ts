export { HeldWords } from './held-words.tsx';
export { type BankAccount, useHeldArrival } from './use-held-arrival.ts';
export { useMomentWords } from './moment-words.ts';
