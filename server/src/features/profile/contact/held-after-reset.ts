import type { AppContext } from '../../../context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database.ts';
import { webAccountOf } from '../../access/public.ts';
import { readResetAt } from './contact.store.ts';

type Ctx = Pick<AppContext, 'clocks' | 'config'>;

/** Until when no contact can be changed, because the password was reset; null: it can. Security time. */
export async function contactsHeldUntil(tx: Tx, { clocks, config }: Ctx, session: Session): Promise<number | null> {
  const resetAt = await readResetAt(tx, session.tenantId, webAccountOf(session));
  const until = resetAt === null ? null : resetAt + config.proofs.afterResetMs;
  return until !== null && until > clocks.security.now() ? until : null;
}

/**
 * Whether a contact on record cannot be replaced now. Where there is none, a new one can be given and corrected at any
 * time: what waits for its code was never confirmed, and nobody is kept from hearing of anything.
 */
export async function isHeld(tx: Tx, ctx: Ctx, session: Session, onRecord: string): Promise<boolean> {
  return onRecord !== '' && (await contactsHeldUntil(tx, ctx, session)) !== null;
}
