export { passDisputesToOwner } from './dispute.store.ts';
export { notifyDispute } from './notify-dispute.ts';
export { countEarlierRefunds } from './claims.store.ts';
export { addExcessRefund, coverExcessRefunds } from './excess-refund.store.ts';
export { carryOutRefund, isSamePlan, type NamedPurchase, planRefund } from './refund-of-purchase.ts';
