/** State of failed guesses at one card, account or unknown name. Times in milliseconds. */
export type Guard = {
  /** Since the last success or lock. */
  readonly failures: number;
  readonly dayFailures: number;
  readonly dayStartedAt: number;
  /** Locks that came one after the other. */
  readonly locks: number;
  readonly lockedUntil: number | null;
};

/** How an attempt ends. `locked` also meets a right secret: else the lock would confirm it. */
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

/** True while nobody gets in, with the right secret or without. */
export function isLocked(guard: Guard, nowMs: number): boolean {
  return guard.lockedUntil !== null && nowMs < guard.lockedUntil;
}

/** Judges one attempt by a rule. Attempts during a lock are refused unjudged and do not count. */
export function judge(rule: Rule, guard: Guard, isRight: boolean, nowMs: number): Judged {
  if (isLocked(guard, nowMs)) return { verdict: 'locked', guard, isNewLock: false };
  const day = currentDay(guard, nowMs);
  if (isRight) {
    // A card's day goes on through a success: else a guesser could wait for its owner to sign in.
    const kept = rule.failuresADay === undefined ? NO_FAILURES : { ...NO_FAILURES, ...day };
    return { verdict: 'in', guard: kept, isNewLock: false };
  }
  const failures = guard.failures + 1;
  const dayFailures = day.dayFailures + 1;
  const dayStartedAt = day.dayFailures === 0 ? nowMs : day.dayStartedAt;
  const counted: Guard = { ...guard, failures, dayFailures, dayStartedAt, lockedUntil: null };
  if (rule.failuresADay !== undefined && dayFailures >= rule.failuresADay) {
    // Its end begins a new day: else the next failure would lock it for another one.
    const locked = { ...counted, failures: 0, dayFailures: 0, lockedUntil: nowMs + DAY_MS };
    return { verdict: 'locked', guard: locked, isNewLock: true };
  }
  if (failures < rule.failuresToLock) return { verdict: 'wrong', guard: counted, isNewLock: false };
  const locks = guard.locks + 1;
  const lockMs = Math.min(rule.lockMs * 2 ** (locks - 1), rule.longestLockMs);
  return { verdict: 'locked', guard: { ...counted, failures: 0, locks, lockedUntil: nowMs + lockMs }, isNewLock: true };
}

/** The day's count, begun anew once a day has gone by since its first failure. */
function currentDay(guard: Guard, nowMs: number): Pick<Guard, 'dayFailures' | 'dayStartedAt'> {
  const { dayFailures, dayStartedAt } = guard;
  if (nowMs - dayStartedAt < DAY_MS) return { dayFailures, dayStartedAt };
  return { dayFailures: 0, dayStartedAt: nowMs };
}
