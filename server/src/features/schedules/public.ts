export { listBillReferences } from './bill-reference.store.ts';
export { planSchedule } from './plan-schedule.ts';
export { countActive, stopSchedules } from './stop-schedules.ts';
export {
  cancelWaitingSchedule,
  holdYoungSchedules,
  keepSchedule,
  listWaitingSchedules,
  type WaitingSchedule,
} from './waiting.ts';
