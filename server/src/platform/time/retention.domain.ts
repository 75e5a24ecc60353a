/**
 * Retention of financial records in years (Corporations Act 2001, s 286; AML/CTF Act 2006, Part 10). Other data is
 * deleted when its purpose ends.
 */
const RETENTION_YEARS = 7;

/**
 * First moment at which a year's records may be deleted: seven years after its last day, plus a day, since a partition
 * may contain rows from within an hour after the year.
 */
export function deletableFrom(year: number): number {
  return Date.UTC(year + 1 + RETENTION_YEARS, 0, 2);
}

/** Moment before which records are no longer retained. */
export function retainedSince(nowMs: number): number {
  const since = new Date(nowMs);
  since.setUTCFullYear(since.getUTCFullYear() - RETENTION_YEARS);
  return since.getTime();
}
