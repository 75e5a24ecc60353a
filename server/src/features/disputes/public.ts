export { carryOutRefund, isSamePlan, planRefund } from './refund-of-purchase.ts';
