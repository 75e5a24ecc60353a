export type GuardKind = 'card' | 'account';

/** What is remembered of failed sign-ins under one name, known or not. Times in milliseconds. */
export type Guard = {
  /** Since the last success or lock. */
  readonly failures: number;
  readonly dayFailures: number;
  readonly dayStartedAt: number;
  /** Locks that came one after the other. */
  readonly locks: number;
  readonly lockedUntil: number | null;
  readonly needsNewCode: boolean;
};

/** How an attempt ends. `locked` also meets a right secret: else the lock would confirm it. */
export type Verdict = 'in' | 'wrong' | 'locked';

export type Judged = { readonly verdict: Verdict; readonly guard: Guard; readonly isNewLock: boolean };

/** decisions.md, "Card login" and "Account login". */
const RULES = { failuresToLock: 5, lockMs: 30 * 60_000, longestLockMs: 24 * 3_600_000, dayMs: 24 * 3_600_000 };
const CARD_FAILURES_A_DAY = 10;

export const NO_FAILURES: Guard = {
  failures: 0,
  dayFailures: 0,
  dayStartedAt: 0,
  locks: 0,
  lockedUntil: null,
  needsNewCode: false,
};

/** True while nobody gets in under this name, with the right secret or without. */
export function isLocked(guard: Guard, nowMs: number): boolean {
  return guard.needsNewCode || (guard.lockedUntil !== null && nowMs < guard.lockedUntil);
}

/**
 * Judges one attempt. The 5th failure locks for 30 minutes; an account's next lock lasts twice as
 * long, up to a day; a card's 10th failure of a day locks it until a new code is issued. Attempts
 * during a lock are refused unjudged and do not count.
 */
export function judge(kind: GuardKind, guard: Guard, isRight: boolean, nowMs: number): Judged {
  if (isLocked(guard, nowMs)) return { verdict: 'locked', guard, isNewLock: false };
  const day = currentDay(guard, nowMs);
  if (isRight) {
    // A card's day goes on through a success: else a guesser could wait for its owner to sign in.
    return { verdict: 'in', guard: kind === 'card' ? { ...NO_FAILURES, ...day } : NO_FAILURES, isNewLock: false };
  }
  const failures = guard.failures + 1;
  const dayFailures = day.dayFailures + 1;
  const dayStartedAt = day.dayFailures === 0 ? nowMs : day.dayStartedAt;
  const counted: Guard = { ...guard, failures, dayFailures, dayStartedAt, lockedUntil: null };
  if (kind === 'card' && dayFailures >= CARD_FAILURES_A_DAY) {
    return { verdict: 'locked', guard: { ...counted, needsNewCode: true }, isNewLock: true };
  }
  if (failures < RULES.failuresToLock) return { verdict: 'wrong', guard: counted, isNewLock: false };
  const locks = guard.locks + 1;
  const lockMs = kind === 'card' ? RULES.lockMs : Math.min(RULES.lockMs * 2 ** (locks - 1), RULES.longestLockMs);
  return {
    verdict: 'locked',
    guard: { ...counted, failures: 0, locks, lockedUntil: nowMs + lockMs },
    isNewLock: true,
  };
}

/** The day's count, begun anew once a day has gone by since its first failure. */
function currentDay(guard: Guard, nowMs: number): Pick<Guard, 'dayFailures' | 'dayStartedAt'> {
  const { dayFailures, dayStartedAt } = guard;
  if (nowMs - dayStartedAt < RULES.dayMs) return { dayFailures, dayStartedAt };
  return { dayFailures: 0, dayStartedAt: nowMs };
}
