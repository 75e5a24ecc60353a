import type { Database, Tx } from '../../../platform/database.ts';

/** A table of the desk's search that due work fills with rows of another table, in the order of their ids. */
export type SearchTable = {
  readonly name: string;
  /** Has the tenant and an id; its writers get a transaction id before they draw one. */
  readonly source: string;
  /** INSERT of what tenant `$1` has with ids above `$2` and up to `$3`. Rows that were inserted before stay. */
  readonly insert: string;
};

/**
 * SQL: the id up to which the table of tenant `$1` is filled. Later rows of the source are read beside it. A
 * coalesce outside of the subquery would keep row-level security from using the index of the ids.
 */
export const filledTo = ({ name }: Pick<SearchTable, 'name'>): string =>
  `(SELECT coalesce(max(f.filled_to), 0) FROM search_fill f WHERE f.tenant_id = $1 AND f.name = '${name}')`;

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

const XMIN = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
const XMAX = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';

const REACHED = `
SELECT filled_to, noted_to FROM search_fill
 WHERE tenant_id = $1 AND name = $2 AND noted_to > filled_to AND before_xid <= ${XMIN} FOR NO KEY UPDATE`;

const end = (source: string) => `
SELECT coalesce((SELECT s.id FROM ${source} s WHERE s.tenant_id = $1 AND s.id > $2::bigint AND s.id <= $3::bigint
                  ORDER BY s.id OFFSET $4::integer - 1 LIMIT 1), $3::bigint) AS up_to`;

const SET_FILLED = 'UPDATE search_fill SET filled_to = $3 WHERE tenant_id = $1 AND name = $2';

/** Fills in one batch; false: nothing is left up to the mark. */
async function fillNext(tx: Tx, tenantId: number, { name, source, insert }: SearchTable, atOnce: number) {
  const reached = await tx.first<{ filled_to: bigint; noted_to: bigint }>(REACHED, [tenantId, name]);
  if (!reached) return false;
  const from = reached.filled_to;
  const next = await tx.first<{ up_to: bigint }>(end(source), [tenantId, from, reached.noted_to, atOnce]);
  const upTo = next?.up_to ?? reached.noted_to;
  await tx.run(insert, [tenantId, from, upTo]);
  await tx.run(SET_FILLED, [tenantId, name, upTo]);
  return true;
}

// A mark with a future transaction id comes from another cluster, from which this database was copied.
const NOTE = `
INSERT INTO search_fill AS f (tenant_id, name, noted_to, before_xid)
VALUES ($1, $2, $3, pg_current_xact_id()::text::bigint)
    ON CONFLICT (tenant_id, name) DO UPDATE SET noted_to = excluded.noted_to, before_xid = excluded.before_xid
 WHERE excluded.noted_to > f.noted_to AND f.noted_to = f.filled_to OR f.before_xid > ${XMAX}`;

/**
 * Notes the highest id where the table is filled up to the mark before. The highest id is read before this transaction
 * gets its own id, so that one is higher than the id of any transaction that may still commit a lower row id.
 */
async function note(tx: Tx, tenantId: number, { name, source }: SearchTable): Promise<boolean> {
  const highest = await tx.first<{ id: bigint | null }>(
    `SELECT max(s.id) AS id FROM ${source} s WHERE s.tenant_id = $1 AND s.id > ${filledTo({ name })}`,
    [tenantId],
  );
  return typeof highest?.id === 'bigint' && (await tx.run(NOTE, [tenantId, name, highest.id])) > 0;
}
