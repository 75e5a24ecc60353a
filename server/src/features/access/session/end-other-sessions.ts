import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { revokeOtherSessions } from './session.store.ts';

/** Ends the sessions of the signed-in user except the current one, with the reason, and returns their number. */
export async function endOtherSessions(
  tx: Tx,
  { clocks, live }: Pick<AppContext, 'clocks' | 'live'>,
  session: Session,
  because: string,
): Promise<number> {
  const { tenantId, id: exceptId } = session;
  const other = { exceptId, nowMs: clocks.security.now(), because };
  const ended = await revokeOtherSessions(tx, tenantId, webAccountOf(session), other);
  for (const id of ended) live.publishEnded(tx, tenantId, id);
  return ended.length;
}
