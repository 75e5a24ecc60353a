export { withHyphen } from './account-numbers.domain.ts';
export { bsbLookUp } from './external/bsb-look-up.ts';
export { useHoldOf } from './journey/use-payment-hold.ts';
export { useLookUp } from './journey/use-look-up.ts';
export type { PaidBefore } from './journey/transfer.domain.ts';
export { checkSchedule, datesOfForm, movedWeekend, type ScheduleValues } from './schedule/schedule.domain.ts';
export { useArrivalNow } from './schedule/use-payment-dates.ts';
