import { remember } from '../platform/remember.ts';
import type { Claims } from './auth.ts';
import type { Session } from './handle.ts';

/**
 * Whose sessions are: what a session is opened with never changes, so it may be remembered. Whether it
 * still lives is not remembered; that is asked for every call.
 */
export type SessionMemory = {
  /** The sessions of all these claims, or undefined where one of them was not seen before. */
  recall(claims: readonly Claims[]): Session[] | undefined;
  remember(sessions: readonly (Session | undefined)[]): void;
};

/** Then all are forgotten. */
const REMEMBERED_MAX = 10_000;

export function openSessionMemory(): SessionMemory {
  const byId = new Map<string, Session>();
  return {
    recall(claims) {
      const sessions = claims.flatMap(({ sessionId }) => byId.get(sessionId) ?? []);
      return sessions.length === claims.length ? sessions : undefined;
    },
    remember(sessions) {
      for (const session of sessions) {
        if (session) remember(byId, session.id, session, REMEMBERED_MAX);
      }
    },
  };
}
