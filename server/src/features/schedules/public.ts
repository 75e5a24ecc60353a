export { listBillReferences } from './bill-reference.store.ts';
export { deleteSchedule } from './delete-schedule.ts';
export { findHeldOne, type HeldOne } from './find-held.ts';
export { findOwnAccount as findOwnPayer } from './listed.store.ts';
export { planSchedule } from './plan-schedule.ts';
export { countActive, stopSchedules } from './stop-schedules.ts';
export {
  cancelWaitingSchedule,
  holdYoungSchedules,
  keepSchedule,
  listWaitingSchedules,
  type WaitingSchedule,
} from './waiting.ts';
