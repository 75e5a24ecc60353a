import type { Scope } from '@wattle/contract/operation.ts';

/** How long sessions live (docs/areas/sessions-and-tabs.md, "Each sign-in is a session with its own id"). */
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
  /** A view by staff, which ends with their session of the desk at the latest. */
  readonly absoluteViewMs: number;
  readonly viewIdleMs: number;
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
  absoluteViewMs: 15 * MINUTE_MS,
  viewIdleMs: 5 * MINUTE_MS,
  refreshGraceMs: 30_000,
};

/** A session ends after this long without use. */
export function idleMsOf(scope: Scope, times: Pick<SessionTimes, 'idleMs' | 'viewIdleMs'>): number {
  return scope === 'view' ? times.viewIdleMs : times.idleMs;
}
