export { authorisePurchase } from './authorise.ts';
export { findTenantOfReference } from './network-message.store.ts';
export { PURCHASE_INVARIANTS } from './purchase-invariants.store.ts';
export { signatureOf } from './signature.ts';
