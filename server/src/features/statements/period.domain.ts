import type { Period } from './statement.ts';

/** Period from a day to the end of its month, or to the next 30 June or 31 December. */
export function periodFrom(firstDay: string, isMonthly: boolean): Period {
  const first = Temporal.PlainDate.from(firstDay);
  const endOf = (month: number) => first.with({ month, day: 1 }).add({ months: 1 }).subtract({ days: 1 });
  const last = endOf(isMonthly ? first.month : first.month <= 6 ? 6 : 12);
  return { firstDay, lastDay: last.toString() };
}

/** First day of the month or half-year of a day. */
export function periodStart(day: string, isMonthly: boolean): string {
  const date = Temporal.PlainDate.from(day);
  return date.with({ month: isMonthly ? date.month : date.month <= 6 ? 1 : 7, day: 1 }).toString();
}

/** Last days of the latest month and half-year that ended before a day. */
export function lastEnds(today: string): { readonly month: string; readonly halfYear: string } {
  return { month: dayBefore(periodStart(today, true)), halfYear: dayBefore(periodStart(today, false)) };
}

/** First day of the tax year of a day: 1 July. */
export function taxYearStart(day: string): string {
  const year = Number(day.slice(0, 4));
  return `${day.slice(5) >= '07-01' ? year : year - 1}-07-01`;
}

export function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
}

export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}
