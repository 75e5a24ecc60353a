import { dayAt, startOfDay } from '../../platform/time/clock.ts';

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
  const day = dayAt(at);
  if (read.since === 'month') return startOfDay(`${day.slice(0, 7)}-01`) - 1;
  const back = read.since === 'week' ? Temporal.PlainDate.from(day).dayOfWeek - 1 : 0;
  return startOfDay(day, -back) - 1;
}
