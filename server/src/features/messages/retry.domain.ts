import { type BackOff, waitAfter } from '../../platform/due-work/back-off.domain.ts';

/** Retried after 10 s, then after twice as long each time, an hour at most: 12 attempts take 5 hours. */
const RULES: BackOff = { firstMs: 10_000, longestMs: 3_600_000, attempts: 12, jitter: 0 };

/** Time of the next attempt after a failed one; undefined: the message is given up. */
export function nextAttemptAt(attemptsMade: number, nowMs: number): number | undefined {
  const wait = waitAfter(RULES, attemptsMade, 0);
  return wait === undefined ? undefined : nowMs + wait;
}
