import { PAYMENT_FREQUENCY, plannedDay } from './schedule-dates.ts';

const { weekly, fortnightly, monthly } = PAYMENT_FREQUENCY;

/** How often someone is paid. */
export const PAYDAY_FREQUENCY = { weekly, fortnightly, monthly } as const;
export const PAYDAY_FREQUENCIES = [weekly, fortnightly, monthly] as const;
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
