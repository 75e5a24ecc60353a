export { isNone, useOutcome } from './use-outcome.ts';
