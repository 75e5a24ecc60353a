export { emptied, withHyphen } from './journey/transfer.domain.ts';
export { useLookUp } from './journey/use-look-up.ts';
