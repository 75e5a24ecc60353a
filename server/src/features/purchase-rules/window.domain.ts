import { calendarDay } from '@wattle/contract/rules/calendar-day.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';

/** Minutes, hours or days before now, or since the day, week or month began in the programme's zone. */
export const WINDOW = /^([1-9]\d{0,3}[mh]|[1-9]\d?d|day|week|month)$/;

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS };
const CALENDAR = { day: 1, week: 7, month: 31 } as const;

/** Most days that a window may reach back. */
export const MOST_DAYS = 90;

type Read =
  | { readonly ms: number; readonly days: number }
  | { readonly since: keyof typeof CALENDAR; readonly days: number };

/** A window with the days that it can reach back. */
export function readWindow(window: string): Read {
  if (window === 'day' || window === 'week' || window === 'month') return { since: window, days: CALENDAR[window] };
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(window) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  return { ms, days: Math.ceil(ms / DAY_MS) };
}

/** The instant after which a purchase is within a window that ends at `at`; milliseconds. Weeks begin on Monday. */
export function startOfWindow(window: string, at: number): number {
  const read = readWindow(window);
  if ('ms' in read) return at - read.ms;
  const day = Temporal.PlainDate.from(calendarDay(at, PROGRAMME_ZONE));
  const back = { day: 0, week: day.dayOfWeek - 1, month: day.day - 1 }[read.since];
  return day.subtract({ days: back }).toZonedDateTime(PROGRAMME_ZONE).epochMilliseconds - 1;
}
