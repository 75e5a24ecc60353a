/** First days of the tax year that holds a Melbourne day (`2026-11-20`) and of the one before. */
export function taxYearsAt(day: string): { readonly thisYear: string; readonly lastYear: string } {
  const calendarYear = Number(day.slice(0, 4));
  // Australian tax years run from 1 July.
  const startYear = day.slice(5) >= '07-01' ? calendarYear : calendarYear - 1;
  return { thisYear: `${startYear}-07-01`, lastYear: `${startYear - 1}-07-01` };
}
