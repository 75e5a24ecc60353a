import type { Tx } from '../../../platform/database.ts';

export async function readPasswordHash(tx: Tx, tenantId: number, webAccountId: bigint): Promise<string | null> {
  const row = await tx.first<{ password_hash: string }>(
    'SELECT password_hash FROM web_account WHERE tenant_id = $1 AND id = $2',
    [tenantId, webAccountId],
  );
  return row?.password_hash ?? null;
}
