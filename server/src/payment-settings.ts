import type { ScheduleSettings } from './features/schedules/occurrence.domain.ts';

/** When scheduled payments are tried, in Melbourne, and how much may go wrong. */
export const SCHEDULES: ScheduleSettings = { firstTry: '06:00', secondTry: '15:30', failures: 3, missedDays: 3 };
