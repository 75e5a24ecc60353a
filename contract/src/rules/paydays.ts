import { PAYMENT_FREQUENCY, plannedDay } from './schedule-dates.ts';

/** How often someone is paid: weekly 1, fortnightly 2, monthly 3. */
export const PAYDAY_FREQUENCIES = [
  PAYMENT_FREQUENCY.weekly,
  PAYMENT_FREQUENCY.fortnightly,
  PAYMENT_FREQUENCY.monthly,
] as const;
export type PaydayFrequency = (typeof PAYDAY_FREQUENCIES)[number];

/** The last day that may be the next payday: one period after today. */
export function lastPaydayFrom(today: string, frequency: number): string {
  return plannedDay(today, frequency, 1);
}

/** The first payday after today, counted from a payday. The 31st is the last day of a shorter month. */
export function nextPayday(firstDay: string, frequency: number, today: string): string {
  for (let n = 0; ; n += 1) {
    const day = plannedDay(firstDay, frequency, n);
    if (day > today) return day;
  }
}
