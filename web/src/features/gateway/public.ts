export { useOutcome } from './use-outcome.ts';
