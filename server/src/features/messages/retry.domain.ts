/** Tried again after 10 s, then twice as long each time, an hour at most: 12 attempts take 5 hours. */
const RULES = { firstWaitMs: 10_000, longestWaitMs: 3_600_000, attempts: 12 };

/** When a message that failed is tried again, or undefined where it is given up. */
export function nextAttemptAt(attemptsMade: number, nowMs: number): number | undefined {
  if (attemptsMade >= RULES.attempts) return undefined;
  return nowMs + Math.min(RULES.firstWaitMs * 2 ** (attemptsMade - 1), RULES.longestWaitMs);
}
