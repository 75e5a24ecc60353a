import type { Tx } from '../../platform/database/database.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type BackupTokenRow = {
  readonly id: string;
  readonly token_hash: Buffer;
  readonly ends_at: string;
};

/** The backup token of a person, locked, also an expired one. */
export function lockBackupToken(tx: Tx, tenantId: number, webAccountId: bigint): Promise<BackupTokenRow | undefined> {
  return tx.first<BackupTokenRow>(
    `SELECT id, token_hash, ends_at FROM backup_token
      WHERE tenant_id = $1 AND web_account_id = $2 AND over_at IS NULL FOR NO KEY UPDATE`,
    [tenantId, webAccountId],
  );
}

/** Whether a person has a backup token. */
export async function hasBackupToken(tx: Tx, tenantId: number, webAccountId: bigint): Promise<boolean> {
  const sql = 'SELECT 1 AS one FROM backup_token WHERE tenant_id = $1 AND web_account_id = $2 AND over_at IS NULL';
  return (await tx.first(sql, [tenantId, webAccountId])) !== undefined;
}

/** Ends the backup token of a person, if there is one. */
export async function endBackupToken(tx: Tx, tenantId: number, webAccountId: bigint, nowMs: number): Promise<void> {
  await tx.run(
    'UPDATE backup_token SET over_at = $3 WHERE tenant_id = $1 AND web_account_id = $2 AND over_at IS NULL',
    [tenantId, webAccountId, iso(nowMs)],
  );
}

export type NewBackupToken = {
  readonly id: string;
  readonly tenantId: number;
  readonly webAccountId: bigint;
  readonly tokenHash: Buffer;
  readonly issuedAt: number;
  readonly endsAt: number;
};

export async function addBackupToken(tx: Tx, token: NewBackupToken): Promise<void> {
  await tx.run(
    `INSERT INTO backup_token (id, tenant_id, web_account_id, token_hash, issued_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [token.id, token.tenantId, token.webAccountId, token.tokenHash, iso(token.issuedAt), iso(token.endsAt)],
  );
}
