const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first attempt and each further one: 75 hours and 35 minutes in all. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Part of a wait that chance adds at most, so that many that failed together are not sent again together. */
const JITTER = 0.1;

/** Wait after so many attempts, in ms. Undefined: the last one has been made. `chance` is from 0 to 1. */
export function waitAfter(attempts: number, chance: number): number | undefined {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? undefined : wait + Math.floor(wait * JITTER * chance);
}

/** How an attempt ended: with an HTTP status, or why there is none. */
export type Outcome =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  | { readonly fault: string };

/** `gone`: 410, the receiver wants nothing more. */
export type Verdict = 'done' | 'failed' | 'gone';

export function verdictOf(outcome: Outcome): Verdict {
  if ('fault' in outcome) return 'failed';
  if (outcome.status >= 200 && outcome.status < 300) return 'done';
  return outcome.status === 410 ? 'gone' : 'failed';
}

/** Statuses of a receiver that has too much to do. */
const BUSY = [429, 502, 503, 504];
const BUSY_WAIT_MS = MINUTE_MS;
const BUSY_MOST_MS = HOUR_MS;

/**
 * For how long a receiver gets nothing, in ms: what it says by `Retry-After`, up to an hour, or a minute. Undefined: it
 * did not ask for a pause.
 */
export function pauseOf(outcome: Outcome, nowMs: number): number | undefined {
  if ('fault' in outcome || !BUSY.includes(outcome.status)) return undefined;
  const { retryAfter = '' } = outcome;
  const isDate = retryAfter.endsWith(' GMT');
  const asked = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND_MS
    : isDate
      ? Date.parse(retryAfter) - nowMs
      : Number.NaN;
  if (!Number.isFinite(asked)) return BUSY_WAIT_MS;
  return Math.min(Math.max(asked, SECOND_MS), BUSY_MOST_MS);
}

/** Failures without a success are raised after a day, and disable the endpoint after five. */
const RAISED_AFTER_MS = 24 * HOUR_MS;
const DISABLED_AFTER_MS = 5 * 24 * HOUR_MS;

/** Longer than any wait between two attempts: after that without a failure, a new series of failures starts. */
export const ANEW_AFTER_MS = 27 * HOUR_MS;

export function afterFailure(failingSinceMs: number, nowMs: number): 'nothing' | 'raise' | 'disable' {
  const forMs = nowMs - failingSinceMs;
  return forMs >= DISABLED_AFTER_MS ? 'disable' : forMs >= RAISED_AFTER_MS ? 'raise' : 'nothing';
}
