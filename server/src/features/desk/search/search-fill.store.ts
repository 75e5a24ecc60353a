import type { Database, Tx } from '../../../platform/database/database.ts';
import { NEXT_XID, OLDEST_OPEN_XID, OWN_XID } from '../../../platform/database/id-marks.ts';

/** A table of the desk's search that due work fills with rows of another table, in the order of their ids. */
export type SearchTable = {
  readonly name: string;
  /** Table with the tenant and an id. Its writers get a transaction id before they draw an id. */
  readonly source: string;
  /** SELECT of an `id` that is at least as high as all ids of tenant `$1`. */
  readonly highest: string;
  /**
   * Condition: tenant `$1` has no row in the source. It saves a scan of all rows when the ids are those of all tenants.
   */
  readonly isEmpty?: string;
  /** INSERT of the rows of tenant `$1` with ids above `$2` and up to `$3`. Rows that were inserted before stay. */
  readonly insert: string;
};

/**
 * SQL: whether the search table may lack a row of the source with this id, so that the source is read too. Bounds on
 * both sides let PostgreSQL expect few rows and use the index of the ids.
 */
export const isUnfilled = ({ name }: Pick<SearchTable, 'name'>, id: string): string =>
  `${id} > (SELECT coalesce(max(f.filled_to), 0) FROM search_fill f WHERE f.tenant_id = $1 AND f.name = '${name}')
   AND ${id} < 9223372036854775807`;

/** Fills the table with all rows whose ids can no longer be preceded by an uncommitted one. */
export async function fillSearch(
  { database }: { readonly database: Database },
  tenantId: number,
  table: SearchTable,
  atOnce: number,
): Promise<void> {
  const fill = async () => {
    while (await database.transact(tenantId, (tx) => fillNext(tx, tenantId, table, atOnce)));
  };
  await fill();
  // If no other transaction is open, it can be filled up to the new mark immediately.
  if (await database.transact(tenantId, (tx) => note(tx, tenantId, table))) await fill();
}

const REACHED = `
SELECT filled_to, noted_to FROM search_fill
 WHERE tenant_id = $1 AND name = $2 AND noted_to > filled_to AND before_xid <= ${OLDEST_OPEN_XID} FOR NO KEY UPDATE`;

const end = ({ source, isEmpty = 'false' }: SearchTable) => `
SELECT CASE WHEN $2::bigint = 0 AND ${isEmpty} THEN $3::bigint ELSE coalesce(
         (SELECT s.id FROM ${source} s WHERE s.tenant_id = $1 AND s.id > $2::bigint AND s.id <= $3::bigint
           ORDER BY s.id OFFSET $4::integer - 1 LIMIT 1), $3::bigint) END AS up_to`;

const SET_FILLED = 'UPDATE search_fill SET filled_to = $3 WHERE tenant_id = $1 AND name = $2';

/** Fills in one batch; false: nothing is left up to the mark. */
async function fillNext(tx: Tx, tenantId: number, table: SearchTable, atOnce: number) {
  const { name, insert } = table;
  const reached = await tx.first<{ filled_to: bigint; noted_to: bigint }>(REACHED, [tenantId, name]);
  if (!reached) return false;
  const from = reached.filled_to;
  const next = await tx.first<{ up_to: bigint }>(end(table), [tenantId, from, reached.noted_to, atOnce]);
  const upTo = next?.up_to ?? reached.noted_to;
  await tx.run(insert, [tenantId, from, upTo]);
  await tx.run(SET_FILLED, [tenantId, name, upTo]);
  return true;
}

const NOTE = `
INSERT INTO search_fill AS f (tenant_id, name, noted_to, before_xid)
VALUES ($1, $2, $3, ${OWN_XID})
    ON CONFLICT (tenant_id, name) DO UPDATE SET noted_to = excluded.noted_to, before_xid = excluded.before_xid
 WHERE excluded.noted_to > f.noted_to AND f.noted_to = f.filled_to OR f.before_xid > ${NEXT_XID}`;

/** Notes the highest id as a mark (id-marks.ts), where the table is filled up to the mark before. */
async function note(tx: Tx, tenantId: number, { name, highest }: SearchTable): Promise<boolean> {
  const last = await tx.first<{ id: bigint | null }>(highest, highest.includes('$1') ? [tenantId] : []);
  return typeof last?.id === 'bigint' && (await tx.run(NOTE, [tenantId, name, last.id])) > 0;
}
