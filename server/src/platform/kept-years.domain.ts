/**
 * Years that records of money are kept (Corporations Act 2001, s 286; AML/CTF Act 2006, Part 10). What is no record of
 * money goes when its purpose ends.
 */
const KEPT_YEARS = 7;

/**
 * From when on a year's records may go: seven years after its last day, and a day more, since a part may hold what came
 * within an hour after the year.
 */
export function mayGoFrom(year: number): number {
  return Date.UTC(year + 1 + KEPT_YEARS, 0, 2);
}

/** Moment before which records are kept no longer. */
export function keptSince(nowMs: number): number {
  const since = new Date(nowMs);
  since.setUTCFullYear(since.getUTCFullYear() - KEPT_YEARS);
  return since.getTime();
}
