import type { AppContext } from '../../../context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database.ts';
import { webAccountOf } from '../../access/public.ts';
import { readResetAt } from './contact.store.ts';

/** Until when no contact can be changed, because the password was reset; null: it can. Security time. */
export async function contactsHeldUntil(
  tx: Tx,
  { clocks, config }: Pick<AppContext, 'clocks' | 'config'>,
  session: Session,
): Promise<number | null> {
  const resetAt = await readResetAt(tx, session.tenantId, webAccountOf(session));
  const until = resetAt === null ? null : resetAt + config.proofs.afterResetMs;
  return until !== null && until > clocks.security.now() ? until : null;
}
