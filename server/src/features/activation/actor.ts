import { callerOf } from '../../http/caller.ts';
import type { Session } from '../../http/handle.ts';

/** The caller of a step in audit lines: who has the card and its code, or a login. */
export function actorOf(session: Session): string {
  return session.scope === 'verifyactivation' ? `card:${session.cardId}` : callerOf(session);
}
