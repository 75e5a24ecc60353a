import { callerOf } from '../../http/caller.ts';
import type { Session } from '../../http/handle.ts';

/** Caller of a step in audit lines: the holder of the card and its code, or a login. */
export function actorOf(session: Session): string {
  return session.scope === 'verifyactivation' ? `card:${session.cardId}` : callerOf(session);
}
