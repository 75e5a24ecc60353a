import type { Tx } from '../../../platform/database/database.ts';

type Ended = {
  readonly tenantId: number;
  readonly webAccountIds: readonly bigint[];
  readonly cardIds: readonly bigint[];
  /** Security time. */
  readonly nowMs: number;
  readonly because: string;
};

const REVOKE = `
UPDATE session SET revoked_at = $4, revoked_because = $5
WHERE tenant_id = $1 AND (web_account_id = ANY ($2::bigint[]) OR card_id = ANY ($3::bigint[])) AND revoked_at IS NULL`;

const OVER = ['password_reset', 'backup_token'];
const DELETED = ['login_name', 'passkey', 'device_passcode', 'remembered_user'];

/**
 * Removes every way to sign in from web accounts, and ends their sessions and those of cards. A removed name is
 * answered like one that never existed.
 */
export async function endAccess(tx: Tx, { tenantId, webAccountIds, cardIds, nowMs, because }: Ended): Promise<void> {
  const at = new Date(nowMs).toISOString();
  await tx.run(REVOKE, [tenantId, webAccountIds, cardIds, at, because]);
  for (const table of OVER) {
    await tx.run(
      `UPDATE ${table} SET over_at = $3 WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[]) AND over_at IS NULL`,
      [tenantId, webAccountIds, at],
    );
  }
  // An undo would restore a removed name.
  await tx.run(
    `UPDATE contact_change SET ended_at = $3
      WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[]) AND undone_at IS NULL AND ended_at IS NULL`,
    [tenantId, webAccountIds, at],
  );
  for (const table of DELETED) {
    await tx.run(`DELETE FROM ${table} WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[])`, [
      tenantId,
      webAccountIds,
    ]);
  }
  await tx.run(
    `UPDATE device SET enabled = false, fcm_enabled = false, registration_id = ''
      WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[])`,
    [tenantId, webAccountIds],
  );
}
