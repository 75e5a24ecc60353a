export { passDisputesToOwner } from './dispute.store.ts';
export { notifyDispute } from './notify-dispute.ts';
export { countEarlierRefunds } from './claims.store.ts';
export { carryOutRefund, isSamePlan, planRefund } from './refund-of-purchase.ts';
