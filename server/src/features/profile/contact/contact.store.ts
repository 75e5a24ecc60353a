import type { Tx } from '../../../platform/database.ts';
import type { Locale } from '../../../platform/texts.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type ContactChannel = 'email' | 'mobile';
type Place = { readonly tenantId: number; readonly brandId: number };

export type ContactHolder = {
  readonly holder_id: bigint;
  readonly username: string;
  readonly first_name: string;
  readonly email: string;
  readonly mobile: string;
  readonly language: Locale;
  readonly is_primary: boolean;
};

/** The person of a web account and how they are reached. */
export function readContactHolder(tx: Tx, tenantId: number, webAccountId: bigint): Promise<ContactHolder | undefined> {
  return tx.first<ContactHolder>(
    `SELECT h.id AS holder_id, w.username, h.first_name, h.email, h.mobile, h.language,
            w.role = 'primary' AS is_primary
       FROM web_account w
       JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
      WHERE w.tenant_id = $1 AND w.id = $2`,
    [tenantId, webAccountId],
  );
}

/** Whether a folded name opens another login of the brand. */
export async function isNameOfAnother(
  tx: Tx,
  { tenantId, brandId }: Place,
  name: string,
  webAccountId: bigint,
): Promise<boolean> {
  const sql = 'SELECT FROM login_name WHERE tenant_id = $1 AND brand_id = $2 AND name = $3 AND web_account_id <> $4';
  return (await tx.first(sql, [tenantId, brandId, name, webAccountId])) !== undefined;
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

/** Keeps a change until it is proved; one of before that was not is dropped. */
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
  readonly proved_at: string | null;
  readonly undone_at: string | null;
};

const COLUMNS = `id, web_account_id, holder_id, channel, old_value, new_value, code_hash, wrong_codes, asked_at,
                 proved_at, undone_at`;

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

export async function saveProved(tx: Tx, tenantId: number, id: string, undoHash: Buffer, nowMs: number): Promise<void> {
  await tx.run(
    'UPDATE contact_change SET proved_at = $4, undo_hash = $3, code_hash = NULL WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, undoHash, iso(nowMs)],
  );
}

/** The change that a token undoes, locked. */
export function lockChangeByUndo(
  tx: Tx,
  { tenantId, brandId }: Place,
  undoHash: Buffer,
): Promise<ChangeRow | undefined> {
  return tx.first<ChangeRow>(
    `SELECT ${COLUMNS} FROM contact_change WHERE tenant_id = $1 AND brand_id = $2 AND undo_hash = $3 FOR NO KEY UPDATE`,
    [tenantId, brandId, undoHash],
  );
}

export async function saveUndone(tx: Tx, tenantId: number, id: string, nowMs: number): Promise<void> {
  await tx.run('UPDATE contact_change SET undone_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, iso(nowMs)]);
}

const SET: Readonly<Record<ContactChannel, string>> = {
  email: 'UPDATE holder SET email = $3, email_changed_at = $4 WHERE tenant_id = $1 AND id = $2',
  mobile: 'UPDATE holder SET mobile = $3, mobile_changed_at = $4 WHERE tenant_id = $1 AND id = $2',
};

/** Sets a contact; `changedAt` null: it is one that was there before. */
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

/** The name that a contact is at the sign-in goes with it. */
export async function renameLogin(
  tx: Tx,
  tenantId: number,
  { webAccountId, channel, from, to }: { webAccountId: bigint; channel: ContactChannel; from: string; to: string },
): Promise<void> {
  await tx.run(
    `UPDATE login_name SET name = $5 WHERE tenant_id = $1 AND web_account_id = $2 AND kind = $3 AND name = $4`,
    [tenantId, webAccountId, channel, from, to],
  );
  await tx.run('UPDATE web_account SET username = $4 WHERE tenant_id = $1 AND id = $2 AND username = $3', [
    tenantId,
    webAccountId,
    from,
    to,
  ]);
}

/** Sets the name that somebody chose. False where it opens another login. */
export async function saveUsername(
  tx: Tx,
  { tenantId, brandId }: Place,
  { webAccountId, name }: { readonly webAccountId: bigint; readonly name: string },
): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id) VALUES ($1, $2, $3, 'username', $4)
     ON CONFLICT (brand_id, name) DO UPDATE SET name = excluded.name WHERE login_name.web_account_id = $4`,
    [tenantId, brandId, name, webAccountId],
  );
  if (added === 0) return false;
  await tx.run(
    `DELETE FROM login_name WHERE tenant_id = $1 AND web_account_id = $2 AND kind = 'username' AND name <> $3`,
    [tenantId, webAccountId, name],
  );
  await tx.run('UPDATE web_account SET username = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, webAccountId, name]);
  return true;
}

export async function saveQuestion(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
  { question, hash }: { readonly question: number; readonly hash: string },
): Promise<void> {
  await tx.run('UPDATE holder SET security_question = $3, security_answer_hash = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    holderId,
    question,
    hash,
  ]);
}

/** When the password of a web account was last reset; null: never. Security time. */
export async function readResetAt(tx: Tx, tenantId: number, webAccountId: bigint): Promise<number | null> {
  const sql = 'SELECT password_reset_at FROM web_account WHERE tenant_id = $1 AND id = $2';
  const row = await tx.first<{ password_reset_at: string | null }>(sql, [tenantId, webAccountId]);
  return row?.password_reset_at ? Date.parse(row.password_reset_at) : null;
}

/** Deletes some of the changes that can be undone no more. */
export function deleteOldChanges(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM contact_change WHERE tenant_id = $1 AND id IN
       (SELECT id FROM contact_change WHERE tenant_id = $1 AND asked_at < $2 ORDER BY asked_at LIMIT $3
           FOR UPDATE SKIP LOCKED)`,
    [tenantId, iso(beforeMs), limit],
  );
}

/** Asks that an account be closed, or takes that back. False where it is closed. Business time. */
export async function saveClosureAsked(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  atMs: number | null,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE member_account SET closure_asked_at = $3
      WHERE tenant_id = $1 AND NOT is_closed
        AND id = (SELECT member_account_id FROM web_account WHERE tenant_id = $1 AND id = $2)`,
    [tenantId, webAccountId, atMs === null ? null : iso(atMs)],
  );
  return changed > 0;
}
