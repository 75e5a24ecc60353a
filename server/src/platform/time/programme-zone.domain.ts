/** The programme's time zone, used for business days, card expiry and statements. */
export const PROGRAMME_ZONE = 'Australia/Melbourne';

const YEAR = new Intl.DateTimeFormat('en-AU', { timeZone: PROGRAMME_ZONE, year: 'numeric' });

/** Year of a moment in the programme's time zone. */
export function programmeYear(ms: number): number {
  return Number(YEAR.format(ms));
}

const DAY_MS = 86_400_000;

/** Whether a moment is within a day of year-end in the programme's time zone. */
export function isTurnOfYear(ms: number): boolean {
  return programmeYear(ms - DAY_MS) !== programmeYear(ms + DAY_MS);
}
