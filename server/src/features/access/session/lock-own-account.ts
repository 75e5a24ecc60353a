import type { Session } from '../../../http/handle.ts';
import { Busy } from '../../../platform/busy.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { lockWebAccount } from '../sign-in/web-account.store.ts';
import { isSessionEnded } from './session.store.ts';

/**
 * Locks the web account of a session for a change of its password, contacts or ways to sign in. A reset holds the same
 * lock and ends the sessions, so a call that is in flight when the password is reset changes nothing afterwards, and is
 * answered 401 when repeated.
 */
export async function lockOwnAccount(tx: Tx, session: Session): Promise<void> {
  await lockWebAccount(tx, session.tenantId, webAccountOf(session));
  if (await isSessionEnded(tx, session.tenantId, session.id)) throw new Busy('the session was ended meanwhile', 1);
}
