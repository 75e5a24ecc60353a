import type { Session } from './handle.ts';

/** How audit lines and keys call the caller. */
export function callerOf(session: Pick<Session, 'webAccountId' | 'cardId'>): string {
  return session.webAccountId === null ? `card:${session.cardId}` : `web:${session.webAccountId}`;
}
