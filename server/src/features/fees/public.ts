export { chargeFee } from './charge-fee.ts';
export { wordsOfFee } from './fee-words.ts';
