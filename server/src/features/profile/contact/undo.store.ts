import type { Tx } from '../../../platform/database/database.ts';
import type { ContactChannel, ContactHolder, Place } from './contact.store.ts';
import type { NameOfLogin } from './login-names.store.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** A confirmed change, with the values from before it. */
export type ProvedRow = {
  readonly id: string;
  readonly web_account_id: bigint;
  readonly holder_id: bigint;
  readonly channel: ContactChannel;
  readonly old_value: string;
  readonly new_value: string;
  /** Security clock, like the following. */
  readonly proved_at: string;
  readonly undone_at: string | null;
  readonly ended_at: string | null;
  readonly old_changed_at: string | null;
  /** Null, like the names, for a change by a server of the previous release. */
  readonly old_username: string | null;
  readonly old_names: readonly NameOfLogin[] | null;
  readonly old_question: number | null;
  readonly old_answer_hash: string | null;
};

const COLUMNS = `id, web_account_id, holder_id, channel, old_value, new_value, proved_at, undone_at, ended_at,
                 old_changed_at, old_username, old_names, old_question, old_answer_hash`;

export type Before = {
  readonly value: string;
  readonly changedAt: string | null;
  readonly username: string;
  readonly names: readonly NameOfLogin[];
  readonly question: number | null;
  /** Argon2id hash of the answer. */
  readonly hash: string | null;
};

/**
 * Saves that a change was confirmed, the values from before it, and its undo token (null for none). Changes of a
 * contact are ordered by their times, so each gets a later time than the previous one, even if the clock goes back.
 */
export async function saveProved(
  tx: Tx,
  tenantId: number,
  id: string,
  { undoHash, before, nowMs }: { readonly undoHash: Buffer | null; readonly before: Before; readonly nowMs: number },
): Promise<void> {
  await tx.run(
    `UPDATE contact_change c
        SET proved_at = greatest($3::timestamptz, (
              SELECT max(o.proved_at) + interval '1 millisecond' FROM contact_change o
               WHERE o.tenant_id = $1 AND o.holder_id = c.holder_id AND o.channel = c.channel)), undo_hash = $4, code_hash = NULL, old_value = $5, old_changed_at = $6, old_username = $7,
            old_names = $8::jsonb, old_question = $9, old_answer_hash = $10
      WHERE tenant_id = $1 AND id = $2`,
    [
      tenantId,
      id,
      iso(nowMs),
      undoHash,
      before.value,
      before.changedAt,
      before.username,
      JSON.stringify(before.names),
      before.question,
      before.hash,
    ],
  );
}

/** The change that a token undoes. */
export function findByUndo(tx: Tx, { tenantId, brandId }: Place, undoHash: Buffer): Promise<ProvedRow | undefined> {
  return tx.first<ProvedRow>(
    `SELECT ${COLUMNS} FROM contact_change
      WHERE tenant_id = $1 AND brand_id = $2 AND undo_hash = $3 AND proved_at IS NOT NULL`,
    [tenantId, brandId, undoHash],
  );
}

/** A confirmed change. */
export function findProved(tx: Tx, tenantId: number, id: string): Promise<ProvedRow | undefined> {
  return tx.first<ProvedRow>(
    `SELECT ${COLUMNS} FROM contact_change WHERE tenant_id = $1 AND id = $2 AND proved_at IS NOT NULL`,
    [tenantId, id],
  );
}

/** Every login of a web account's person, in the order of their ids. */
export async function listLogins(tx: Tx, tenantId: number, webAccountId: bigint): Promise<readonly bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT id FROM web_account
      WHERE tenant_id = $1 AND holder_id = (SELECT holder_id FROM web_account WHERE tenant_id = $1 AND id = $2)
      ORDER BY id`,
    [tenantId, webAccountId],
  );
  return rows.map(({ id }) => id);
}

/** Locks every login of a web account's person until the transaction ends, in the order of their ids. */
export async function lockLogins(tx: Tx, tenantId: number, webAccountId: bigint): Promise<void> {
  await tx.query(
    `SELECT id FROM web_account
      WHERE tenant_id = $1 AND holder_id = (SELECT holder_id FROM web_account WHERE tenant_id = $1 AND id = $2)
      ORDER BY id FOR NO KEY UPDATE`,
    [tenantId, webAccountId],
  );
}

/** Changes of a person's contact since a moment that still count, oldest first. Security time. */
export function listChain(
  tx: Tx,
  tenantId: number,
  { holderId, channel, sinceMs }: { holderId: bigint; channel: ContactChannel; sinceMs: number },
): Promise<readonly ProvedRow[]> {
  return tx.query<ProvedRow>(
    `SELECT ${COLUMNS} FROM contact_change
      WHERE tenant_id = $1 AND holder_id = $2 AND channel = $3 AND proved_at > $4 AND undone_at IS NULL
        AND ended_at IS NULL
      ORDER BY proved_at`,
    [tenantId, holderId, channel, iso(sinceMs)],
  );
}

/**
 * Whether staff have replaced again the contact that a change replaced, or, where that one was not known to be the
 * owner's, the password was reset, a change of either contact undone, or the contact changed by staff since. Only the
 * first contact of the changes that can be undone is known to have been there before the trouble, and not where it was
 * new itself: the change that set it may be too old to be undone.
 */
export async function isBehindRescue(
  tx: Tx,
  tenantId: number,
  row: ProvedRow,
  { sinceMs, newMs }: { readonly sinceMs: number; readonly newMs: number },
): Promise<boolean> {
  const { holder_id: holderId, channel, proved_at: provedAt, old_value: value, old_changed_at: setAt } = row;
  const wasNew = setAt !== null && Date.parse(provedAt) - Date.parse(setAt) < newMs;
  const found = await tx.first(
    `WITH by_staff AS (
       SELECT s.old_value FROM desk_change d JOIN contact_change s ON s.tenant_id = $1 AND s.id = d.contact_change_id
        WHERE d.tenant_id = $1 AND d.holder_id = $2 AND d.what = $3 AND s.proved_at > $5)
     SELECT 1 WHERE EXISTS (SELECT FROM by_staff WHERE lower(old_value) = lower($6))
       OR ($7 OR EXISTS (SELECT FROM contact_change c
                          WHERE c.tenant_id = $1 AND c.holder_id = $2 AND c.channel = $3 AND c.proved_at > $4
                            AND c.proved_at < $5 AND c.undone_at IS NULL AND c.ended_at IS NULL))
          AND (EXISTS (SELECT FROM by_staff)
            OR EXISTS (SELECT FROM web_account w
                        WHERE w.tenant_id = $1 AND w.holder_id = $2 AND w.password_reset_at >= $5)
            OR EXISTS (SELECT FROM contact_change u
                        WHERE u.tenant_id = $1 AND u.holder_id = $2 AND u.undone_at >= $5))`,
    [tenantId, holderId, channel, iso(sinceMs), provedAt, value, wasNew],
  );
  return found !== undefined;
}

/**
 * Ends changes and their links, and marks the one that was undone. Its undo is dated no earlier than the newest change
 * of its person, whatever the clocks of servers.
 */
export async function endChanges(
  tx: Tx,
  tenantId: number,
  ids: readonly string[],
  { undoneId, nowMs }: { readonly undoneId: string | null; readonly nowMs: number },
): Promise<void> {
  await tx.run(
    `UPDATE contact_change SET undone_at = CASE WHEN id = $4 THEN greatest($3::timestamptz, (
                                 SELECT max(o.proved_at) FROM contact_change o
                                  WHERE o.tenant_id = $1 AND o.holder_id = contact_change.holder_id)) END,
                               ended_at = CASE WHEN id = $4 THEN NULL ELSE $3::timestamptz END
      WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tenantId, ids, iso(nowMs), undoneId],
  );
}

/** Drops the requested changes of a person that were not confirmed. */
export async function dropOpenChanges(tx: Tx, tenantId: number, holderId: bigint, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE contact_change SET dropped_at = $3, code_hash = NULL
      WHERE tenant_id = $1 AND holder_id = $2 AND proved_at IS NULL AND dropped_at IS NULL`,
    [tenantId, holderId, iso(nowMs)],
  );
}

/** Until when a change of a login's contact can be undone; null: none can. Security time. */
export async function readUndoableUntil(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  { nowMs, openMs }: { readonly nowMs: number; readonly openMs: number },
): Promise<number | null> {
  const row = await tx.first<{ newest: string | null }>(
    `SELECT max(proved_at) AS newest FROM contact_change
      WHERE tenant_id = $1 AND web_account_id = $2 AND proved_at > $3 AND undone_at IS NULL AND ended_at IS NULL`,
    [tenantId, webAccountId, iso(nowMs - openMs)],
  );
  return row?.newest ? Date.parse(row.newest) + openMs : null;
}

const SET_CHANGED: Readonly<Record<ContactChannel, string>> = {
  email: 'UPDATE holder SET email_changed_at = $4 WHERE tenant_id = $1 AND id = $2 AND email_changed_at > $3',
  mobile: 'UPDATE holder SET mobile_changed_at = $4 WHERE tenant_id = $1 AND id = $2 AND mobile_changed_at > $3',
};

/** Sets another date for the last change of a contact that changed since a moment. Security time. */
export async function redateYoungContact(
  tx: Tx,
  tenantId: number,
  { holder_id: holderId }: Pick<ContactHolder, 'holder_id'>,
  channel: ContactChannel,
  { sinceMs, atMs }: { readonly sinceMs: number; readonly atMs: number },
): Promise<void> {
  await tx.run(SET_CHANGED[channel], [tenantId, holderId, iso(sinceMs), iso(atMs)]);
}
