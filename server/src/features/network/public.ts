export { authorisePurchase } from './authorise.ts';
export { expireHolds } from './expire-holds.ts';
export { PURCHASE_INVARIANTS } from './purchase-invariants.store.ts';
export { signatureOf } from './signature.ts';
