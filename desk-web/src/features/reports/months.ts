const MONTHS = 12;

/** Months that are over on a day, the last one first: `2026-10`. */
export function monthsBefore(today: string): readonly string[] {
  const first = Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, 1);
  return Array.from({ length: MONTHS }, (_, place) => {
    const at = new Date(first);
    at.setUTCMonth(at.getUTCMonth() - 1 - place);
    return at.toISOString().slice(0, 7);
  });
}

const YEARS = 7;

/** Tax years that are over on a day, the last one first: `2025-26`. One is over on 2 July, with the interest of June. */
export function taxYearsBefore(today: string): readonly string[] {
  const last = Number(today.slice(0, 4)) - (today.slice(5) >= '07-02' ? 1 : 2);
  return Array.from({ length: YEARS }, (_, place) => {
    const start = last - place;
    return `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
  });
}

/** The day before a day. */
export const dayBefore = (today: string): string =>
  new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
