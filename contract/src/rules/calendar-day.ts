import { dateFormat } from './intl-formats.ts';

const DIGITS = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
} as const;

/**
 * The calendar day of an instant in a time zone, as `2026-11-20`. Put together from its parts: how a
 * locale orders and separates them differs between browsers and their releases.
 *
 * @param instant milliseconds since 1970 in UTC, or a Date
 * @param timeZone a name of the IANA database, such as `Australia/Melbourne`
 */
export function calendarDay(instant: number | Date, timeZone: string): string {
  const parts = new Map(
    dateFormat('en-AU', { timeZone, ...DIGITS })
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
