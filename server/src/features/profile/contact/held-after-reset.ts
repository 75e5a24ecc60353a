import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { webAccountOf } from '../../access/public.ts';
import { readResetAt } from './contact.store.ts';

type Ctx = Pick<AppContext, 'clocks' | 'config'>;

/**
 * End of the time in which contacts may not be changed after a password reset; null: they may be changed. Security
 * time.
 */
export async function contactsHeldUntil(tx: Tx, { clocks, config }: Ctx, session: Session): Promise<number | null> {
  const resetAt = await readResetAt(tx, session.tenantId, webAccountOf(session));
  const until = resetAt === null ? null : resetAt + config.proofs.afterResetMs;
  return until !== null && until > clocks.security.now() ? until : null;
}

/**
 * Whether a contact on record may not be replaced now. A missing one can be added and corrected at any time: a pending
 * contact was never confirmed, and no one loses their notices.
 */
export async function isHeld(tx: Tx, ctx: Ctx, session: Session, onRecord: string): Promise<boolean> {
  return onRecord !== '' && (await contactsHeldUntil(tx, ctx, session)) !== null;
}
