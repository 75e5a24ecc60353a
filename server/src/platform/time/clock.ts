import { calendarDay } from '@wattle/contract/rules/calendar-day.ts';
import { PROGRAMME_ZONE } from './programme-zone.domain.ts';

/**
 * Two clocks, both injected. The business clock is used for all business dates and can be moved forward in
 * the sandbox. The security clock is always real time and is used for tokens, lockouts and signatures.
 */
export type Clocks = {
  readonly business: Clock;
  readonly security: Clock;
};

export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number;
};

export const realClock: Clock = { now: () => Date.now() };

/** The date in Melbourne, `2026-11-20`, at an instant in milliseconds. */
export function dayAt(ms: number): string {
  return calendarDay(ms, PROGRAMME_ZONE);
}

/** The instant at which a Melbourne day (`2026-11-20`), or the day `daysLater` days after it, begins. */
export function startOfDay(day: string, daysLater = 0): number {
  return Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(PROGRAMME_ZONE).epochMilliseconds;
}

/** The month in Melbourne, `2026-11`, at an instant in milliseconds. */
export function monthAt(ms: number): string {
  return dayAt(ms).slice(0, 7);
}
