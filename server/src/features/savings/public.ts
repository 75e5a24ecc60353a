export { SAVINGS_INVARIANTS } from './savings-invariants.store.ts';
export { takeForPurchase } from './take-for-purchase.ts';
