import type { Tx } from '../../platform/database/database.ts';
import type { ListedName } from './listed-names.ts';

export type CurrentList = {
  readonly id: bigint;
  readonly source: string;
  readonly entries: number;
  /** Likeness from which a name is a hit, in hundredths. */
  readonly threshold: number;
  readonly loaded_by: string;
  /** timestamptz as text. */
  readonly loaded_at: string;
  /** Names that have not been compared with it yet. */
  readonly due: number;
};

const CURRENT = `
SELECT l.id, l.source, l.entries, l.threshold, l.loaded_by, l.loaded_at,
       (SELECT count(*)::int FROM sanction_due d WHERE d.tenant_id = $1) AS due
  FROM sanction_list l WHERE l.tenant_id = $1 AND l.is_current`;

export function findCurrentList(tx: Tx, tenantId: number): Promise<CurrentList | undefined> {
  return tx.first(CURRENT, [tenantId]);
}

export type NewList = {
  readonly source: string;
  readonly threshold: number;
  readonly by: string;
  readonly atMs: number;
  readonly names: readonly ListedName[];
};

const INSERT_ENTRIES = `
INSERT INTO sanction_entry (tenant_id, list_id, reference, names, birth_years, keys)
SELECT $1, $2, e ->> 'reference', ARRAY (SELECT jsonb_array_elements_text(e -> 'names')),
       ARRAY (SELECT y::smallint FROM jsonb_array_elements_text(e -> 'birthYears') AS y),
       ARRAY (SELECT jsonb_array_elements_text(e -> 'keys'))
  FROM jsonb_array_elements($3::text::jsonb) AS e`;

// Payments that the bank may have are not compared any more.
const ALL_DUE = `
INSERT INTO sanction_due (tenant_id, kind, object_id)
SELECT $1, 'person', h.id FROM holder h WHERE h.tenant_id = $1 AND h.erased_at IS NULL
UNION ALL
SELECT $1, 'payment', p.transfer_id FROM payment_out p
 WHERE p.tenant_id = $1 AND p.state = 'Made' AND p.name <> '' AND p.member_account_id IS NOT NULL AND NOT p.is_deposit
UNION ALL
SELECT $1, 'order', i.id FROM store_item i JOIN store_order o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
 WHERE i.tenant_id = $1 AND i.ended IS NULL AND o.state IN ('Placed', 'Issued') AND o.erased_at IS NULL
   AND (i.recipient_name IS NOT NULL OR i.delivery IS NOT NULL)
ON CONFLICT DO NOTHING`;

/** Replaces the list of a programme, and has every name compared with the new one. Hits stay. */
export async function saveList(
  tx: Tx,
  tenantId: number,
  { source, threshold, by, atMs, names }: NewList,
): Promise<bigint> {
  await tx.run('DELETE FROM sanction_entry WHERE tenant_id = $1', [tenantId]);
  await tx.run('UPDATE sanction_list SET is_current = false WHERE tenant_id = $1 AND is_current', [tenantId]);
  const list = await tx.first<{ id: bigint }>(
    `INSERT INTO sanction_list (tenant_id, source, entries, threshold, loaded_by, loaded_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [tenantId, source, names.length, threshold, by, new Date(atMs)],
  );
  if (!list) throw new Error('a list was not stored');
  await tx.run(INSERT_ENTRIES, [tenantId, list.id, JSON.stringify(names)]);
  await tx.run(ALL_DUE, [tenantId]);
  return list.id;
}

export type Entry = {
  readonly reference: string;
  readonly names: readonly string[];
  readonly birth_years: readonly number[];
};

/** Entries with one of these keys. */
export function findEntries(tx: Tx, tenantId: number, keys: readonly string[]): Promise<Entry[]> {
  const sql = 'SELECT reference, names, birth_years FROM sanction_entry WHERE tenant_id = $1 AND keys && $2::text[]';
  return tx.query(sql, [tenantId, keys]);
}
