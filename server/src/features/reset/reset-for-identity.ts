import type { AppContext } from '../../compose/context.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { contactForCode } from '../contact-marks/public.ts';
import { findResetOfSession, readPerson, type ResetRow } from './reset.store.ts';

/**
 * The reset by account number that identity questions decide: its security answer was right, and its person has no
 * contact that may get a code. Where a code can be sent, the code decides.
 */
export async function findResetForIdentity(
  tx: Tx,
  ctx: Pick<AppContext, 'config' | 'clocks' | 'programmes' | 'secrets'>,
  session: Pick<Session, 'tenantId' | 'id'>,
): Promise<ResetRow | undefined> {
  const reset = await findResetOfSession(tx, session, ctx.clocks.security.now());
  if (!reset?.isAnswered || reset.isOver) return undefined;
  const person = await readPerson(tx, session.tenantId, reset.webAccountId);
  return person && !contactForCode(ctx, session.tenantId, person) ? reset : undefined;
}
