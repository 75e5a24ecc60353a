export { countEarlierRefunds } from './claims.store.ts';
export { carryOutRefund, isSamePlan, planRefund } from './refund-of-purchase.ts';
