import type { AppContext } from '../../../context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { revokeOtherSessions } from './session.store.ts';

/** Ends the sessions of the signed-in user but the one at hand, with the reason. */
export async function endOtherSessions(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  session: Session,
  because: string,
): Promise<void> {
  const { tenantId, id: exceptId } = session;
  await revokeOtherSessions(tx, tenantId, webAccountOf(session), { exceptId, nowMs: clocks.security.now(), because });
}
