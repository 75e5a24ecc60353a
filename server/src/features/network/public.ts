export { authorisePurchase, holdDeclined, inquireBalance, takeAdvice, tenantOfCard } from './authorise.ts';
export { findTenantOfReference } from './network-message.store.ts';
export { PURCHASE_INVARIANTS } from './purchase-invariants.store.ts';
export { signatureOf } from '../../outside/processors/wattle/signature.ts';
export { findMessages } from './network-message.store.ts';
export { readDeclineReason, readHeld } from './stored-authorisation.store.ts';
export { adoptIncrement } from './told/adopt-increment.ts';
export { announceRefund } from './told/announce-refund.ts';
export { type TakenTold, takeTold } from './told/take-told.ts';
