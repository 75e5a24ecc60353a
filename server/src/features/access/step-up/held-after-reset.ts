import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { readResetOfHolder } from './step-up.store.ts';

type Owner = { readonly tenantId: number; readonly holderId: bigint | null };

/**
 * Until when money of a person goes to no new destination, because a password of theirs was reset; null: it may go. It
 * holds for their cards too: whoever has the mailbox gets the access code of a card there. Security time.
 */
export async function paymentsHeldUntil(
  tx: Tx,
  { clocks, config }: Pick<AppContext, 'clocks' | 'config'>,
  { tenantId, holderId }: Owner,
): Promise<number | null> {
  if (holderId === null) return null;
  const resetAt = await readResetOfHolder(tx, tenantId, holderId);
  const until = resetAt === null ? null : resetAt + config.proofs.afterResetMs;
  return until !== null && until > clocks.security.now() ? until : null;
}
