export { authorisePurchase } from './authorise.ts';
export { expireHolds } from './expire-holds.ts';
export { signatureOf } from './signature.ts';
