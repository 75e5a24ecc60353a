import type { ScheduleSettings } from '../features/schedules/occurrence.domain.ts';

/** How long the first payments to a destination are held, above the product's amount. */
const HOLD_MS = 24 * 3_600_000;

/**
 * When scheduled payments are tried, in Melbourne, how much may go wrong, and how long first payments wait.
 */
export const SCHEDULES: ScheduleSettings & { readonly holdMs: number } = {
  firstTry: '06:00',
  secondTry: '15:30',
  failures: 3,
  missedDays: 3,
  holdMs: HOLD_MS,
};
