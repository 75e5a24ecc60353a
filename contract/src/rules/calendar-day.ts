const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are expensive to make, so there is one for each zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/**
 * The calendar day of an instant in a time zone, as `2026-11-20`. Put together from its parts: how a
 * locale orders and separates them differs between browsers and their releases.
 *
 * @param instant milliseconds since 1970 in UTC, or a Date
 * @param timeZone a name of the IANA database, such as `Australia/Melbourne`
 */
export function calendarDay(instant: number | Date, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
