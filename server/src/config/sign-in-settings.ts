import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
/** Secrets that people guess. Each kind is counted apart from the others (sign-in-guard.domain.ts). */
export type GuardKind =
  | 'card'
  | 'account'
  | 'cardAccessPin'
  | 'passcode'
  | 'currentPassword'
  | 'staff'
  | 'activation'
  | 'maidenName'
  | 'identityAnswers'
  | 'resetAnswer'
  | 'resetCode'
  | 'contactCode'
  | 'activationEmail'
  | 'voucher'
  | 'autoTopupCode'
  | 'cardType'
  | 'payeeNumber';

/** When failed guesses lock. */
export type LockoutRule = {
  readonly failuresToLock: number;
  /** The first lock; each that follows without a success between lasts twice as long, up to the longest. */
  readonly lockMs: number;
  readonly longestLockMs: number;
  /** So many failures in 24 hours lock it for 24 hours. */
  readonly failuresADay?: number;
};

export type Lockouts = Readonly<Record<GuardKind, LockoutRule>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How many guesses lock what, and for how long (docs/areas/counted-guesses.md, "A count is keyed by what is guessed
 * or by who guesses").
 */
export const LOCKOUTS: Lockouts = {
  card: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: 30 * MINUTE_MS, failuresADay: 10 },
  account: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: DAY_MS },
  cardAccessPin: { failuresToLock: 3, lockMs: DAY_MS, longestLockMs: DAY_MS },
  passcode: { failuresToLock: 3, lockMs: DAY_MS, longestLockMs: DAY_MS },
  currentPassword: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: DAY_MS },
  identityAnswers: { failuresToLock: 3, lockMs: DAY_MS, longestLockMs: DAY_MS },
  staff: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: DAY_MS },
  activation: { failuresToLock: 5, lockMs: 30 * MINUTE_MS, longestLockMs: 30 * MINUTE_MS, failuresADay: 10 },
  maidenName: { failuresToLock: 3, lockMs: DAY_MS, longestLockMs: DAY_MS },
  // Email addresses that are entered for one card, each of which is answered whether a login has it.
  activationEmail: { failuresToLock: 99, lockMs: DAY_MS, longestLockMs: DAY_MS, failuresADay: 11 },
  // Only per day: three wrong answers end a reset, five in a day over all of them lock.
  resetAnswer: { failuresToLock: 99, lockMs: DAY_MS, longestLockMs: DAY_MS, failuresADay: 5 },
  // Only per day too: each code has five tries, and codes can be asked for again.
  resetCode: { failuresToLock: 99, lockMs: DAY_MS, longestLockMs: DAY_MS, failuresADay: 5 },
  contactCode: { failuresToLock: 99, lockMs: DAY_MS, longestLockMs: DAY_MS, failuresADay: 5 },
  // Per day too: a guesser has valid codes as well, and those do not reset the count of wrong ones.
  voucher: { failuresToLock: 99, lockMs: DAY_MS, longestLockMs: DAY_MS, failuresADay: 5 },
  autoTopupCode: { failuresToLock: 99, lockMs: DAY_MS, longestLockMs: DAY_MS, failuresADay: 5 },
  // Card numbers that a person asks about, and account numbers that no one has: what exists is not found out by asking.
  cardType: { failuresToLock: 99, lockMs: DAY_MS, longestLockMs: DAY_MS, failuresADay: 10 },
  payeeNumber: { failuresToLock: 99, lockMs: DAY_MS, longestLockMs: DAY_MS, failuresADay: 10 },
};

/** `kind=failures/minutes of the first lock/minutes of the longest[/failures a day]`. */
const LOCKOUT = /^(\w+)=([1-9]\d?)\/([1-9]\d{0,4})\/([1-9]\d{0,4})(?:\/([1-9]\d{0,2}))?$/;

/**
 * The lockout rules with those of `text` in place of the defaults: `account=5/30/1440,card=5/30/30/10`. Throws with the
 * part that is wrong.
 */
export function readLockouts(text: string): Lockouts {
  const read: Record<GuardKind, LockoutRule> = { ...LOCKOUTS };
  for (const part of text.split(',').flatMap((one) => one.trim() || [])) {
    const [, kind = '', failures, first, longest, day] = LOCKOUT.exec(part) ?? [];
    if (!isNameOf(LOCKOUTS, kind) || Number(longest) < Number(first)) {
      throw new Error(`${part} is not kind=failures/minutes/longest minutes[/failures a day]`);
    }
    read[kind] = {
      failuresToLock: Number(failures),
      lockMs: Number(first) * MINUTE_MS,
      longestLockMs: Number(longest) * MINUTE_MS,
      ...(day !== undefined && { failuresADay: Number(day) }),
    };
  }
  return read;
}

/** Fresh proofs (docs/areas/fresh-proofs.md, "A fresh proof is bound to its purpose"). */
export type ProofSettings = {
  /** How long a proof is fresh, and one for a single act is good. */
  readonly freshMs: number;
  /** For this long a password that was reset does not count as proof for payments. */
  readonly afterResetMs: number;
};

export const PROOFS: ProofSettings = { freshMs: 5 * MINUTE_MS, afterResetMs: DAY_MS };

/** Access and activation codes that are asked for. */
export type CodeSettings = {
  /** For one card id in 24 hours. */
  readonly requestsADay: number;
  /** Codes sent for all cards of a brand in an hour. */
  readonly sentOfBrandAnHour: number;
};

export const CODES: CodeSettings = { requestsADay: 3, sentOfBrandAnHour: 500 };

/** Resets of a password (docs/areas/sign-up-and-reset.md, "A reset is a row, for a known and an unknown name"). */
export type ResetSettings = {
  /** How long a link is good. */
  readonly linkMs: number;
  /** Resets that may be asked for one person, or one unknown name, in an hour. */
  readonly requestsAnHour: number;
  /** Wrong answers or backup tokens that end a reset. */
  readonly wrongTries: number;
  /** How long a code is good, how often it may be wrong, and how many are sent for one reset. */
  readonly codeMs: number;
  readonly wrongCodes: number;
  readonly codes: number;
  readonly backupTokenMs: number;
  /** Time before a reset in which additions may be someone else's: they end, or wait for the holder. */
  readonly youngMs: number;
};

export const RESETS: ResetSettings = {
  linkMs: 30 * MINUTE_MS,
  requestsAnHour: 3,
  wrongTries: 3,
  codeMs: 10 * MINUTE_MS,
  wrongCodes: 5,
  codes: 3,
  backupTokenMs: DAY_MS,
  youngMs: 7 * DAY_MS,
};

/**
 * Sign-ups by account number (docs/areas/sign-up-and-reset.md, "A sign-up by account number needs a code from a
 * contact on record").
 */
export type SignUpSettings = {
  /** How long a sign-up may take, and how long its code is good. */
  readonly lifeMs: number;
  readonly codeMs: number;
  /** How often its code may be wrong. */
  readonly wrongCodes: number;
  /** Codes of one account number in 24 hours. */
  readonly codesADay: number;
  /** How long each question of an address waits that has asked too many. */
  readonly slowMs: number;
};

export const SIGN_UPS: SignUpSettings = {
  lifeMs: 30 * MINUTE_MS,
  codeMs: 10 * MINUTE_MS,
  wrongCodes: 5,
  codesADay: 3,
  slowMs: 3000,
};

/**
 * New email addresses and mobile numbers (docs/areas/contacts.md, "A new contact is proved by a code before it
 * replaces the old one").
 */
export type ContactSettings = {
  /** How long no code goes to a contact that is new, and the old one can undo it. */
  readonly newMs: number;
};

export const CONTACTS: ContactSettings = { newMs: 2 * DAY_MS };
