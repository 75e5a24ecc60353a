import { PROGRAMME_ZONE } from '../platform/time/programme-zone.domain.ts';

/** Milliseconds of a Melbourne wall time; `day` is `2026-11-20`. */
export function atMelbourne(day: string, hour: number, minute: number): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: PROGRAMME_ZONE,
    plainTime: { hour, minute },
  }).epochMilliseconds;
}

/** The day that lies so many days after another; before it, where negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

export function addMonths(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString();
}

/** Monday 1 … Sunday 7. */
export function weekdayOf(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek;
}
