export { listBillReferences } from './bill-reference.store.ts';
export { BPAY_DATES, datesOf, isRegular, laterIf, nowBody, recurringOf, TRANSFER_DATES } from './plan-schedule.ts';
export { countActive, stopSchedules } from './stop-schedules.ts';
export {
  cancelWaitingSchedule,
  holdYoungSchedules,
  keepSchedule,
  listWaitingSchedules,
  type WaitingSchedule,
} from './waiting.ts';
