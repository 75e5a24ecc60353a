import type { Tx } from '../../platform/database/database.ts';

// The last hour is read by the index of times. Earlier hours come from the stored counts.
const LAST_PURCHASE = `
SELECT greatest(
  (SELECT max(o.at) FROM authorisation o WHERE o.tenant_id = $1 AND o.at >= $2),
  (SELECT h.hour FROM purchase_hour h WHERE h.tenant_id = $1 AND h.purchases > 0 ORDER BY h.hour DESC LIMIT 1)) AS at`;

/** Time of the last purchase from the card network, to the hour if it was before `sinceMs`; null: none. */
export async function readLastPurchase(tx: Tx, tenantId: number, sinceMs: number): Promise<string | null> {
  return (await tx.first<{ at: string | null }>(LAST_PURCHASE, [tenantId, new Date(sinceMs)]))?.at ?? null;
}

const REPLAYED = `
SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS position WHERE pg_is_in_recovery()`;

/** Position up to which a standby has replayed the log; undefined: it is not a standby. */
export async function readReplayed(tx: Tx): Promise<bigint | undefined> {
  const row = await tx.first<{ position: string }>(REPLAYED);
  return row && BigInt(row.position);
}

/** Items of a job that are neither done nor given up, due or not. */
export async function countWaiting(tx: Tx, tenantId: number, job: string): Promise<number> {
  const row = await tx.first<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM due_work
      WHERE tenant_id = $1 AND job = $2 AND done_at IS NULL AND dead_at IS NULL`,
    [tenantId, job],
  );
  return row?.waiting ?? 0;
}
