import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readResetOfHolder } from './step-up.store.ts';

type Owner = { readonly tenantId: number; readonly holderId: bigint | null };

/**
 * Until when a person may not pay new destinations after a password reset; null if they may. It covers their cards
 * too, because the mailbox receives the access code of a card. Security time.
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
