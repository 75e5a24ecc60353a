/** State of failed guesses at one card, account or unknown name. Times in milliseconds. */
export type Guard = {
  /** Since the last success or lock. */
  readonly failures: number;
  readonly dayFailures: number;
  readonly dayStartedAt: number;
  /** Consecutive locks. */
  readonly locks: number;
  readonly lockedUntil: number | null;
};

/** Outcome of an attempt. A right secret during a lock is `locked` as well, otherwise the lock would confirm it. */
export type Verdict = 'in' | 'wrong' | 'locked';

export type Judged = { readonly verdict: Verdict; readonly guard: Guard; readonly isNewLock: boolean };

/** When failed guesses lock; the rules of each kind are settings (config.ts). */
type Rule = {
  readonly failuresToLock: number;
  readonly lockMs: number;
  readonly longestLockMs: number;
  readonly failuresADay?: number;
};

const DAY_MS = 24 * 3_600_000;

export const NO_FAILURES: Guard = {
  failures: 0,
  dayFailures: 0,
  dayStartedAt: 0,
  locks: 0,
  lockedUntil: null,
};

/** True during a lock, in which even the right secret is refused. */
export function isLocked(guard: Guard, nowMs: number): boolean {
  return guard.lockedUntil !== null && nowMs < guard.lockedUntil;
}

/** Wrong attempts that are left today before the day locks. */
export function triesLeftToday({ failuresADay = Infinity }: Rule, guard: Guard, nowMs: number): number {
  return isLocked(guard, nowMs) ? 0 : Math.max(0, failuresADay - currentDay(guard, nowMs).dayFailures);
}

/** Judges one attempt by a rule. Attempts during a lock are refused unchecked and do not count. */
export function judge(rule: Rule, guard: Guard, isRight: boolean, nowMs: number): Judged {
  if (isLocked(guard, nowMs)) return { verdict: 'locked', guard, isNewLock: false };
  const day = currentDay(guard, nowMs);
  if (isRight) {
    // A success does not reset a card's day, otherwise a guesser could wait for its owner to sign in.
    const kept = rule.failuresADay === undefined ? NO_FAILURES : { ...NO_FAILURES, ...day };
    return { verdict: 'in', guard: kept, isNewLock: false };
  }
  const failures = guard.failures + 1;
  const dayFailures = day.dayFailures + 1;
  const dayStartedAt = day.dayFailures === 0 ? nowMs : day.dayStartedAt;
  const counted: Guard = { ...guard, failures, dayFailures, dayStartedAt, lockedUntil: null };
  if (rule.failuresADay !== undefined && dayFailures >= rule.failuresADay) {
    // The end of the lock starts a new day, otherwise the next failure would lock it for another one.
    const locked = { ...counted, failures: 0, dayFailures: 0, lockedUntil: nowMs + DAY_MS };
    return { verdict: 'locked', guard: locked, isNewLock: true };
  }
  if (failures < rule.failuresToLock) return { verdict: 'wrong', guard: counted, isNewLock: false };
  const locks = guard.locks + 1;
  const lockMs = Math.min(rule.lockMs * 2 ** (locks - 1), rule.longestLockMs);
  return { verdict: 'locked', guard: { ...counted, failures: 0, locks, lockedUntil: nowMs + lockMs }, isNewLock: true };
}

/** Count of the day, restarted one day after its first failure. */
function currentDay(guard: Guard, nowMs: number): Pick<Guard, 'dayFailures' | 'dayStartedAt'> {
  const { dayFailures, dayStartedAt } = guard;
  if (nowMs - dayStartedAt < DAY_MS) return { dayFailures, dayStartedAt };
  return { dayFailures: 0, dayStartedAt: nowMs };
}
