export { emptied, withHyphen } from './internal/transfer.domain.ts';
export { useLookUp } from './internal/use-look-up.ts';
