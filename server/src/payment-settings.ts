import type { ScheduleSettings } from './features/schedules/occurrence.domain.ts';

/** How long the first payments to a destination are held, above the product's amount. */
export const SCAM_HOLD_MS = 24 * 3_600_000;

/** When scheduled payments are tried, in Melbourne, and how much may go wrong. */
export const SCHEDULES: ScheduleSettings = { firstTry: '06:00', secondTry: '15:30', failures: 3, missedDays: 3 };
