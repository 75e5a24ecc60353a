/**
 * What is guessed at: a card's access code, an account's password at sign-in, a card's PIN in the
 * portal, a device's passcode, a signed-in user's own password, a password of the staff. Each is counted
 * apart from the others.
 */
export type GuardKind = 'card' | 'account' | 'cardAccessPin' | 'passcode' | 'currentPassword' | 'staff';

/** What is remembered of failed guesses under one name, known or not. Times in milliseconds. */
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

type Rule = {
  readonly failuresToLock: number;
  /** The first lock; each that follows without a success between lasts twice as long, up to the longest. */
  readonly lockMs: number;
  readonly longestLockMs: number;
  /** So many failures in 24 hours lock it until a new code is issued. */
  readonly failuresADay?: number;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** decisions.md, "Card login", "Account login", "Card PIN in the portal" and "Passcode". */
const RULES: Readonly<Record<GuardKind, Rule>> = {
  card: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: 30 * MINUTE_MS, failuresADay: 10 },
  account: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: DAY_MS },
  cardAccessPin: { failuresToLock: 3, lockMs: DAY_MS, longestLockMs: DAY_MS },
  passcode: { failuresToLock: 3, lockMs: DAY_MS, longestLockMs: DAY_MS },
  currentPassword: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: DAY_MS },
  staff: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: DAY_MS },
};

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
 * Judges one attempt by the rule of its kind. Attempts during a lock are refused unjudged and do not
 * count.
 */
export function judge(kind: GuardKind, guard: Guard, isRight: boolean, nowMs: number): Judged {
  if (isLocked(guard, nowMs)) return { verdict: 'locked', guard, isNewLock: false };
  const rule = RULES[kind];
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
    return { verdict: 'locked', guard: { ...counted, needsNewCode: true }, isNewLock: true };
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
