export { HeldWords } from './held-words.tsx';
export { useHeldArrival } from './use-held-arrival.ts';
export { useMomentWords } from './moment-words.ts';
