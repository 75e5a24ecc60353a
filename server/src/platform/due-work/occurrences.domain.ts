import { PROGRAMME_ZONE } from '../time/programme-zone.domain.ts';

/**
 * When recurring work is due: an interval after it last ended, or at times of day in Melbourne. Each time of
 * each day is a separate occurrence. Missed runs of `everyMs` are skipped; missed daily occurrences are
 * caught up in order.
 */
export type Recurrence = { readonly everyMs: number } | { readonly dailyAt: readonly string[] };

/** The first occurrence of work that has never run. */
export function firstOccurrence(when: Recurrence, nowMs: number): number {
  return 'everyMs' in when ? nowMs : nextTimeOfDay(when.dailyAt, nowMs - 1);
}

/** The occurrence after the one that was planned for `plannedMs` and ended at `nowMs`. */
export function nextOccurrence(when: Recurrence, plannedMs: number, nowMs: number): number {
  return 'everyMs' in when ? nowMs + when.everyMs : nextTimeOfDay(when.dailyAt, plannedMs);
}

/** The first of these times of day after an instant. */
function nextTimeOfDay(times: readonly string[], afterMs: number): number {
  const day = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(PROGRAMME_ZONE).toPlainDate();
  const candidates = [day, day.add({ days: 1 })]
    .flatMap((date) => times.map((time) => instantOf(date, time)))
    .filter((instant) => instant > afterMs);
  if (candidates.length === 0) throw new RangeError('daily work needs a time of day');
  return Math.min(...candidates);
}

/**
 * Times from 02:00 to 03:00 are refused: with daylight saving they do not exist on one day a year and occur
 * twice on another.
 */
function instantOf(date: Temporal.PlainDate, time: string): number {
  const plainTime = Temporal.PlainTime.from(time);
  if (plainTime.hour === 2) throw new RangeError(`${time} is no time of day for daily work`);
  return date.toZonedDateTime({ timeZone: PROGRAMME_ZONE, plainTime }).epochMilliseconds;
}
