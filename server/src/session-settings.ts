/** How long sessions live (decision 0280). */
export type SessionTimes = {
  readonly accessTokenMs: number;
  readonly idleMs: number;
  readonly warningMs: number;
  readonly absoluteUserMs: number;
  readonly absoluteCardMs: number;
  readonly absoluteCardAccessMs: number;
  /** After each use of it, and in all. */
  readonly accountNumberMs: number;
  readonly absoluteAccountNumberMs: number;
  readonly absoluteActivationMs: number;
  /** A replaced refresh token gives the same successor again for this long. */
  readonly refreshGraceMs: number;
};

const MINUTE_MS = 60_000;

export const SESSION_TIMES: SessionTimes = {
  accessTokenMs: 5 * MINUTE_MS,
  idleMs: 900_000,
  warningMs: 120_000,
  absoluteUserMs: 12 * 60 * MINUTE_MS,
  absoluteCardMs: 30 * MINUTE_MS,
  absoluteCardAccessMs: 5 * MINUTE_MS,
  accountNumberMs: 10 * MINUTE_MS,
  absoluteAccountNumberMs: 60 * MINUTE_MS,
  absoluteActivationMs: 60 * MINUTE_MS,
  refreshGraceMs: 30_000,
};
