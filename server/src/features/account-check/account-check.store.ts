import type { Tx } from '../../platform/database/database.ts';

type OfWebAccount = { readonly tenantId: number; readonly webAccountId: bigint };

/** Sets from when (security time) the user is asked to check the account; null ends it. */
export async function saveCheckSince(
  tx: Tx,
  { tenantId, webAccountId }: OfWebAccount,
  sinceMs: number | null,
): Promise<void> {
  await tx.run('UPDATE web_account SET check_since = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    webAccountId,
    sinceMs === null ? null : new Date(sinceMs).toISOString(),
  ]);
}
