import type { Tx } from '../../../platform/database/database.ts';

export async function readUsername(tx: Tx, tenantId: number, webAccountId: bigint): Promise<string> {
  const row = await tx.first<{ username: string }>(
    'SELECT username FROM web_account WHERE tenant_id = $1 AND id = $2',
    [tenantId, webAccountId],
  );
  return row?.username ?? '';
}

export async function savePassword(tx: Tx, tenantId: number, webAccountId: bigint, hash: string): Promise<void> {
  await tx.run('UPDATE web_account SET password_hash = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    webAccountId,
    hash,
  ]);
}

/** Ends a password: none is accepted until a new one is set. */
export async function endPassword(tx: Tx, tenantId: number, webAccountId: bigint): Promise<void> {
  await tx.run('UPDATE web_account SET password_hash = NULL WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    webAccountId,
  ]);
}
