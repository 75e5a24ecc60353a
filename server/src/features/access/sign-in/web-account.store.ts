import type { Tx } from '../../../platform/database/database.ts';

/** Locks a web account until the transaction ends: its password and its ways to sign in change one after the other. */
export async function lockWebAccount(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  await tx.first('SELECT 1 AS one FROM web_account WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tenantId, id]);
}

export async function readPasswordHash(tx: Tx, tenantId: number, webAccountId: bigint): Promise<string | null> {
  const row = await tx.first<{ password_hash: string | null }>(
    'SELECT password_hash FROM web_account WHERE tenant_id = $1 AND id = $2',
    [tenantId, webAccountId],
  );
  return row?.password_hash ?? null;
}
