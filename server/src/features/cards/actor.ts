import type { Session } from '../../http/handle.ts';

/** How the audit log calls the caller. */
export function actorOf(session: Session): string {
  return session.webAccountId === null ? `card:${session.cardId}` : `web:${session.webAccountId}`;
}
