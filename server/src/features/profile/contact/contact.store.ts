import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../../platform/database/database.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type ContactChannel = 'email' | 'mobile';
export type Place = { readonly tenantId: number; readonly brandId: number };

export type ContactHolder = {
  readonly holder_id: bigint;
  readonly username: string;
  readonly first_name: string;
  readonly email: string;
  readonly mobile: string;
  /** Security clock. */
  readonly email_changed_at: string | null;
  readonly mobile_changed_at: string | null;
  readonly language: Language;
  readonly is_primary: boolean;
};

const HOLDER = `
SELECT h.id AS holder_id, w.username, h.first_name, h.email, h.mobile, h.email_changed_at, h.mobile_changed_at,
       h.language, w.role = 'primary' AS is_primary
  FROM web_account w
  JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
 WHERE w.tenant_id = $1 AND w.id = $2`;

/** The person of a web account and how they are reached. */
export function readContactHolder(tx: Tx, tenantId: number, webAccountId: bigint): Promise<ContactHolder | undefined> {
  return tx.first<ContactHolder>(HOLDER, [tenantId, webAccountId]);
}

/** The same, locked until the transaction ends: contacts of a person change one after the other. */
export function lockContactHolder(tx: Tx, tenantId: number, webAccountId: bigint): Promise<ContactHolder | undefined> {
  return tx.first<ContactHolder>(`${HOLDER} FOR NO KEY UPDATE OF h`, [tenantId, webAccountId]);
}

export type NewChange = Place & {
  readonly id: string;
  readonly webAccountId: bigint;
  readonly holderId: bigint;
  readonly channel: ContactChannel;
  readonly oldValue: string;
  readonly newValue: string;
  readonly codeHash: string;
  readonly askedAt: number;
};

/** Adds a change until it is confirmed, and drops a pending one. */
export async function addChange(tx: Tx, change: NewChange): Promise<void> {
  const { tenantId, webAccountId, channel, askedAt } = change;
  await tx.run(
    `UPDATE contact_change SET dropped_at = $4, code_hash = NULL
      WHERE tenant_id = $1 AND web_account_id = $2 AND channel = $3 AND proved_at IS NULL AND dropped_at IS NULL`,
    [tenantId, webAccountId, channel, iso(askedAt)],
  );
  await tx.run(
    `INSERT INTO contact_change (id, tenant_id, brand_id, web_account_id, holder_id, channel, old_value, new_value,
                                 code_hash, asked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      change.id,
      tenantId,
      change.brandId,
      webAccountId,
      change.holderId,
      channel,
      change.oldValue,
      change.newValue,
      change.codeHash,
      iso(askedAt),
    ],
  );
}

export type ChangeRow = {
  readonly id: string;
  readonly web_account_id: bigint;
  readonly holder_id: bigint;
  readonly channel: ContactChannel;
  readonly old_value: string;
  readonly new_value: string;
  readonly code_hash: string | null;
  readonly wrong_codes: number;
  readonly asked_at: string;
};

const COLUMNS = `id, web_account_id, holder_id, channel, old_value, new_value, code_hash, wrong_codes, asked_at`;

/** The change of a channel that waits for its code, locked. */
export function lockOpenChange(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  channel: ContactChannel,
): Promise<ChangeRow | undefined> {
  return tx.first<ChangeRow>(
    `SELECT ${COLUMNS} FROM contact_change
      WHERE tenant_id = $1 AND web_account_id = $2 AND channel = $3 AND proved_at IS NULL AND dropped_at IS NULL
      ORDER BY asked_at DESC LIMIT 1 FOR NO KEY UPDATE`,
    [tenantId, webAccountId, channel],
  );
}

/** Changes of a person that wait for their code since a moment. */
export function listOpenChanges(
  tx: Tx,
  { tenantId, webAccountId, sinceMs }: { tenantId: number; webAccountId: bigint; sinceMs: number },
): Promise<Pick<ChangeRow, 'channel' | 'new_value'>[]> {
  return tx.query<Pick<ChangeRow, 'channel' | 'new_value'>>(
    `SELECT channel, new_value FROM contact_change
      WHERE tenant_id = $1 AND web_account_id = $2 AND proved_at IS NULL AND dropped_at IS NULL AND asked_at > $3
      ORDER BY channel`,
    [tenantId, webAccountId, iso(sinceMs)],
  );
}

export async function saveWrongCode(tx: Tx, tenantId: number, id: string): Promise<void> {
  await tx.run('UPDATE contact_change SET wrong_codes = wrong_codes + 1 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
  ]);
}

const SET: Readonly<Record<ContactChannel, string>> = {
  email: 'UPDATE holder SET email = $3, email_changed_at = $4 WHERE tenant_id = $1 AND id = $2',
  mobile: 'UPDATE holder SET mobile = $3, mobile_changed_at = $4 WHERE tenant_id = $1 AND id = $2',
};

/** Sets a contact; `changedAt` null: it is older than is noted. */
export async function saveContact(
  tx: Tx,
  tenantId: number,
  {
    holderId,
    channel,
    value,
    changedAt,
  }: { holderId: bigint; channel: ContactChannel; value: string; changedAt: number | null },
): Promise<void> {
  await tx.run(SET[channel], [tenantId, holderId, value, changedAt === null ? null : iso(changedAt)]);
}

/** Time of the last reset of a web account's password; null: never. Security time. */
export async function readResetAt(tx: Tx, tenantId: number, webAccountId: bigint): Promise<number | null> {
  const sql = 'SELECT password_reset_at FROM web_account WHERE tenant_id = $1 AND id = $2';
  const row = await tx.first<{ password_reset_at: string | null }>(sql, [tenantId, webAccountId]);
  return row?.password_reset_at ? Date.parse(row.password_reset_at) : null;
}

/** Deletes some of the changes that can no longer be undone. */
export function deleteOldChanges(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM contact_change WHERE tenant_id = $1 AND id = ANY
       (ARRAY(SELECT id FROM contact_change WHERE tenant_id = $1 AND asked_at < $2 ORDER BY asked_at LIMIT $3
           FOR UPDATE SKIP LOCKED))`,
    [tenantId, iso(beforeMs), limit],
  );
}

/** Requests the closing of an account, or withdraws the request. False if it is closed. Business time. */
export async function saveClosureAsked(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  atMs: number | null,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE member_account
        SET closure_asked_at = CASE WHEN $3::timestamptz IS NOT NULL THEN coalesce(closure_asked_at, $3) END
      WHERE tenant_id = $1 AND NOT is_closed
        AND (id, primary_holder_id) =
            (SELECT member_account_id, holder_id FROM web_account WHERE tenant_id = $1 AND id = $2)`,
    [tenantId, webAccountId, atMs === null ? null : iso(atMs)],
  );
  return changed > 0;
}
