export { chargeFee } from './charge-fee.ts';
export { readRefundable } from './refund/charged-fee.store.ts';
export { readFeeLanguage } from './fee.store.ts';
export { FEE_NAMES, wordsOfFee } from './fee-words.ts';
export { type ForeignParts, foreignFeeOf, heldFeeOf } from './foreign-fee.domain.ts';
export {
  addForeignPart,
  findForeignPurchase,
  type ForeignPurchase,
  readForeignParts,
} from './foreign-part.store.ts';
