import type { SessionTimes } from '../../../config/session-settings.ts';

/** Session facts that decide about a refresh. Times in milliseconds; `refreshedAt` by the clock that servers share. */
export type RefreshState = {
  readonly generation: number;
  readonly refreshedAt: number;
  readonly lastActiveAt: number;
  readonly endsAt: number;
  readonly isRevoked: boolean;
};

export type Refreshed =
  /** `next` is to be kept; its generation names the token that is handed out. */
  | { readonly kind: 'renewed'; readonly next: RefreshState }
  /** An old token was used again: someone else has it, so the whole family ends. */
  | { readonly kind: 'replayed' }
  | { readonly kind: 'over' };

/**
 * Decides about refresh token number `generation`. The current one gets its successor. The previous one gets the same
 * successor again for a short time (a lost answer, a duplicated tab). Only a person's use of the page (`isActive`)
 * extends the idle time, and polling does not. `sharedNowMs` is read from the clock that the servers share, so that
 * servers with different clocks agree on how long ago a token was replaced.
 */
export function refresh(
  state: RefreshState,
  generation: number,
  isActive: boolean,
  nowMs: number,
  times: Pick<SessionTimes, 'idleMs' | 'refreshGraceMs'>,
  sharedNowMs = nowMs,
): Refreshed {
  if (state.isRevoked || nowMs >= state.endsAt || nowMs - state.lastActiveAt >= times.idleMs) return { kind: 'over' };
  const lastActiveAt = isActive ? nowMs : state.lastActiveAt;
  if (generation === state.generation) {
    return { kind: 'renewed', next: { ...state, generation: generation + 1, refreshedAt: sharedNowMs, lastActiveAt } };
  }
  const isGrace = generation === state.generation - 1 && sharedNowMs - state.refreshedAt <= times.refreshGraceMs;
  return isGrace ? { kind: 'renewed', next: { ...state, lastActiveAt } } : { kind: 'replayed' };
}
