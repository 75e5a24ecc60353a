import { toInstant, type Tx } from '../../../platform/database/database.ts';
import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Place } from '../contact/contact.store.ts';

/** Details that staff change for a person. */
export type ChangedDetail = 'email' | 'mobile' | 'address' | 'postalAddress' | 'name';

/** Columns of a holder with the values that they had, or have. */
export type Values = Readonly<Record<string, unknown>>;

export type NewDeskChange = Place & {
  readonly holderId: bigint;
  readonly what: ChangedDetail;
  readonly contactChangeId: string | null;
  readonly before: Values;
  readonly after: Values;
  readonly undoHash: Buffer;
  readonly nowMs: number;
};

export async function addDeskChange(tx: Tx, change: NewDeskChange): Promise<bigint> {
  const row = await tx.first<{ id: bigint }>(
    `INSERT INTO desk_change (tenant_id, brand_id, holder_id, what, contact_change_id, before, after, undo_hash, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      change.tenantId,
      change.brandId,
      change.holderId,
      change.what,
      change.contactChangeId,
      JSON.stringify(change.before),
      JSON.stringify(change.after),
      change.undoHash,
      new Date(change.nowMs),
    ],
  );
  if (!row) throw new Error('an INSERT answers its row');
  return row.id;
}

export type DeskChange = {
  readonly id: bigint;
  readonly holder_id: bigint;
  readonly what: ChangedDetail;
  readonly contact_change_id: string | null;
  readonly before: Values | null;
  readonly after: Values | null;
  /** Security time, like the next. */
  readonly made_at: string;
  readonly disputed_at: string | null;
};

/** The change that a token undoes. */
export function findDeskChange(
  tx: Tx,
  { tenantId, brandId }: Place,
  undoHash: Buffer,
): Promise<DeskChange | undefined> {
  return tx.first<DeskChange>(
    `SELECT id, holder_id, what, contact_change_id, before, after, made_at, disputed_at FROM desk_change
      WHERE tenant_id = $1 AND brand_id = $2 AND undo_hash = $3`,
    [tenantId, brandId, undoHash],
  );
}

export async function saveDisputed(tx: Tx, tenantId: number, id: bigint, nowMs: number): Promise<void> {
  await tx.run(
    'UPDATE desk_change SET disputed_at = $3, before = NULL, after = NULL WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, new Date(nowMs)],
  );
}

const NAME = ['title', 'first_name', 'middle_name', 'surname'] as const;
const RESTORE: Readonly<Record<Exclude<ChangedDetail, 'email' | 'mobile'>, string>> = {
  name: `UPDATE holder h SET ${NAME.map((column) => `${column} = b.${column}`).join(', ')}
           FROM jsonb_populate_record(NULL::holder, $3::jsonb) AS b, jsonb_populate_record(NULL::holder, $4::jsonb) AS a
          WHERE h.tenant_id = $1 AND h.id = $2 AND (${NAME.map((column) => `h.${column}`).join(', ')})
                IS NOT DISTINCT FROM (${NAME.map((column) => `a.${column}`).join(', ')})`,
  address: `UPDATE holder SET address = nullif($3::jsonb->'address', 'null'::jsonb)
             WHERE tenant_id = $1 AND id = $2 AND address IS NOT DISTINCT FROM $4::jsonb->'address'`,
  postalAddress: `UPDATE holder SET correspondence_address = nullif($3::jsonb->'correspondence_address', 'null'::jsonb)
                   WHERE tenant_id = $1 AND id = $2
                     AND correspondence_address IS NOT DISTINCT FROM $4::jsonb->'correspondence_address'`,
};

/** Restores a name or an address, where no one has changed it since. */
export async function restoreDetail(
  tx: Tx,
  tenantId: number,
  { holder_id: holderId, before, after }: DeskChange,
  what: keyof typeof RESTORE,
): Promise<void> {
  await tx.run(RESTORE[what], [tenantId, holderId, JSON.stringify(before), JSON.stringify(after)]);
}

/**
 * Whether the link of a change no longer works: staff have settled what the person disputed, so they know whose
 * contacts these are, or have replaced again the contact that would come back.
 */
export async function isOvertaken(tx: Tx, tenantId: number, change: DeskChange): Promise<boolean> {
  const { id, holder_id: holderId, what, made_at: madeAt, before } = change;
  const row = await tx.first(
    `SELECT 1 AS one FROM desk_change
      WHERE tenant_id = $1 AND holder_id = $2
        AND (settled_at >= $3 OR (id > $4 AND what = $5 AND lower(before->>'value') = lower($6))) LIMIT 1`,
    [tenantId, holderId, madeAt, id, what, before?.['value'] ?? null],
  );
  return row !== undefined;
}

/** The contact that the last change by staff gave a person, while it can be undone. */
export async function readLastGiven(tx: Tx, tenantId: number, change: DeskChange): Promise<string | undefined> {
  const row = await tx.first<{ value: string | null }>(
    `SELECT after->>'value' AS value FROM desk_change
      WHERE tenant_id = $1 AND holder_id = $2 AND what = $3 ORDER BY id DESC LIMIT 1`,
    [tenantId, change.holder_id, change.what],
  );
  return row?.value ?? undefined;
}

/** Number of links of a person that can still undo a change. */
export async function countLinks(tx: Tx, tenantId: number, holderId: bigint, sinceMs: number): Promise<number> {
  const row = await tx.first<{ open: number }>(
    `SELECT count(*)::int AS open FROM desk_change d
      WHERE d.tenant_id = $1 AND d.holder_id = $2 AND d.disputed_at IS NULL AND d.made_at > $3
        AND NOT EXISTS (SELECT FROM desk_change s
                         WHERE s.tenant_id = $1 AND s.holder_id = $2 AND s.settled_at >= d.made_at)`,
    [tenantId, holderId, new Date(sinceMs)],
  );
  return row?.open ?? 0;
}

/** Whether a person has disputed a change that staff have not settled: no other is made meanwhile. */
export async function isStopped(tx: Tx, tenantId: number, holderId: bigint): Promise<boolean> {
  const row = await tx.first(
    `SELECT 1 AS one FROM desk_change
      WHERE tenant_id = $1 AND holder_id = $2 AND disputed_at IS NOT NULL AND settled_at IS NULL LIMIT 1`,
    [tenantId, holderId],
  );
  return row !== undefined;
}

export type DisputedChange = {
  readonly id: bigint;
  readonly holder_id: bigint;
  readonly name: string;
  readonly what: ChangedDetail;
  readonly made_at: string;
  readonly disputed_at: string;
};

const DISPUTED = `
SELECT c.id, c.holder_id, ${fullNameIn('h')} AS name, c.what, c.made_at, c.disputed_at
  FROM desk_change c JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
 WHERE c.tenant_id = $1 AND c.disputed_at IS NOT NULL AND c.settled_at IS NULL`;

const toDisputed = (row: DisputedChange): DisputedChange => ({
  ...row,
  made_at: toInstant(row.made_at),
  disputed_at: toInstant(row.disputed_at),
});

/** Disputed changes that wait for staff, the oldest first. */
export async function listDisputed(tx: Tx, tenantId: number, most: number): Promise<DisputedChange[]> {
  const rows = await tx.query<DisputedChange>(`${DISPUTED} ORDER BY c.disputed_at LIMIT $2`, [tenantId, most]);
  return rows.map(toDisputed);
}

export async function findDisputed(tx: Tx, tenantId: number, id: bigint): Promise<DisputedChange | undefined> {
  const row = await tx.first<DisputedChange>(`${DISPUTED} AND c.id = $2`, [tenantId, id]);
  return row && toDisputed(row);
}

/** Unsettled changes of a person, the oldest first. */
export async function listDisputedOf(tx: Tx, tenantId: number, holderId: bigint): Promise<DisputedChange[]> {
  const rows = await tx.query<DisputedChange>(`${DISPUTED} AND c.holder_id = $2 ORDER BY c.id`, [tenantId, holderId]);
  return rows.map(toDisputed);
}

/**
 * Settles every disputed change of a person, so that the undo links of earlier changes stop working. The recorded time
 * is never before the last change, even if the clock of this server is behind. A contact that was new until its owner
 * confirmed it counts as changed now.
 */
export async function saveSettled(tx: Tx, tenantId: number, holderId: bigint, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE desk_change SET settled_at = greatest($3::timestamptz, (
            SELECT max(o.made_at) FROM desk_change o WHERE o.tenant_id = $1 AND o.holder_id = $2))
      WHERE tenant_id = $1 AND holder_id = $2 AND disputed_at IS NOT NULL AND settled_at IS NULL`,
    [tenantId, holderId, new Date(nowMs)],
  );
  await tx.run(
    `UPDATE holder SET email_changed_at = least(email_changed_at, $3), mobile_changed_at = least(mobile_changed_at, $3)
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, holderId, new Date(nowMs)],
  );
}

/** Empties some of the changes that can no longer be undone. */
export function forgetOldValues(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `UPDATE desk_change SET before = NULL, after = NULL
      WHERE tenant_id = $1 AND id IN (
        SELECT id FROM desk_change WHERE tenant_id = $1 AND made_at < $2 AND before IS NOT NULL ORDER BY made_at LIMIT $3)`,
    [tenantId, new Date(beforeMs), limit],
  );
}
