export { deleteSchedule } from './delete-schedule.ts';
export { findOrderedPayment, type OrderedPayment } from './ordered-payment.ts';
export { findOwnAccount as findOwnPayer, listBillReferences } from './schedule-list.store.ts';
export { scheduledBefore } from './scheduled-before.ts';
export { planSchedule } from './plan-schedule.ts';
export { countActive, stopSchedules } from './stop-schedules.ts';
export {
  cancelWaitingSchedule,
  suspendRecentSchedules,
  keepSchedule,
  listWaitingSchedules,
  type WaitingSchedule,
} from './waiting-schedules.ts';
