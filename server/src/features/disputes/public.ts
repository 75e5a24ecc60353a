export { passDisputesToOwner } from './dispute.store.ts';
export { notifyDispute } from './notify-dispute.ts';
export { countEarlierRefunds } from './claims.store.ts';
export { addExcessRefund, coverExcessRefunds } from './excess-refund.store.ts';
export { carryOutRefund, isSamePlan, type NamedPurchase, planRefund } from './refund-of-purchase.ts';
export { carryOutUndo, isSameUndo, planUndo, type UndoneRefund } from './undo-refund.ts';
export { closeExcessOf } from './undo-refund.store.ts';
export { moveAsProcessor, type ProcessorDisputeState, settleAsProcessor } from './follow-processor.ts';
export {
  findDisputeOfPurchase,
  lockProcessorDispute,
  saveProcessorDispute,
} from './processor-dispute.store.ts';
