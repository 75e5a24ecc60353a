import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { readPasswordReset } from './step-up.store.ts';

type Owner = { readonly tenantId: number; readonly webAccountId: bigint | null };

/** Until when money goes to no new destination, because the password was reset; null: it may go. Security time. */
export async function paymentsHeldUntil(
  tx: Tx,
  { clocks, config }: Pick<AppContext, 'clocks' | 'config'>,
  { tenantId, webAccountId }: Owner,
): Promise<number | null> {
  if (webAccountId === null) return null;
  const resetAt = await readPasswordReset(tx, tenantId, webAccountId);
  const until = resetAt === null ? null : resetAt + config.proofs.afterResetMs;
  return until !== null && until > clocks.security.now() ? until : null;
}
