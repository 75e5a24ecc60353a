import type { Session } from './handle.ts';

/** Name of the caller in audit lines and keys. */
export function callerOf(session: Pick<Session, 'webAccountId' | 'cardId'>): string {
  return session.webAccountId === null ? `card:${session.cardId}` : `web:${session.webAccountId}`;
}
