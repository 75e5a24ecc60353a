/** The n-th failure is followed by a wait of `firstMs` doubled n − 1 times, `longestMs` at most. */
export type BackOff = {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Maximum number of attempts. */
  readonly attempts: number;
  /**
   * Up to this fraction of the wait is added at random, so that work that failed together is not retried
   * together.
   */
  readonly jitter: number;
};

/**
 * How long to wait after a failure, in ms, or undefined if the work is given up.
 *
 * @param attempt which one failed, from 1
 * @param chance from 0 to 1
 */
export function waitAfter(backOff: BackOff, attempt: number, chance: number): number | undefined {
  if (attempt >= backOff.attempts) return undefined;
  const wait = Math.min(backOff.firstMs * 2 ** (attempt - 1), backOff.longestMs);
  return Math.round(wait * (1 + backOff.jitter * chance));
}
