import type { Tx } from '../../../platform/database/database.ts';

const COUNT = `
SELECT date_trunc('hour', p.at) AS hour, coalesce(p.decline_reason, 'approved') AS outcome, count(*)::integer AS purchases,
       sum(p.amount)::bigint AS cents
  FROM authorisation p
 WHERE p.tenant_id = $1 AND p.at >= $2 AND p.at < $3
 GROUP BY 1, 2`;

const SAVE = `
WITH counted AS (
  ${COUNT}
  UNION ALL
  SELECT h, 'approved', 0, 0 FROM generate_series($2::timestamptz, $3::timestamptz - interval '1 hour', interval '1 hour') AS h
)
INSERT INTO purchase_hour (tenant_id, hour, outcome, purchases, cents)
SELECT $1, hour, outcome, sum(purchases), sum(cents) FROM counted GROUP BY hour, outcome
ON CONFLICT (tenant_id, hour, outcome) DO UPDATE SET purchases = excluded.purchases, cents = excluded.cents`;

type Hours = { readonly fromMs: number; readonly beforeMs: number };

/** Counts the purchases of whole hours. Hours that were counted before are counted again. */
export async function countHours(tx: Tx, tenantId: number, { fromMs, beforeMs }: Hours): Promise<void> {
  await tx.run(SAVE, [tenantId, new Date(fromMs), new Date(beforeMs)]);
}

const LAST = `SELECT hour FROM purchase_hour WHERE tenant_id = $1 ORDER BY hour DESC LIMIT 1`;

/** Begin of the last hour that was counted. */
export async function readLastCounted(tx: Tx, tenantId: number): Promise<number | undefined> {
  const row = await tx.first<{ hour: string }>(LAST, [tenantId]);
  return row && Date.parse(row.hour);
}

export async function forgetHours(tx: Tx, tenantId: number, beforeMs: number): Promise<void> {
  await tx.run('DELETE FROM purchase_hour WHERE tenant_id = $1 AND hour < $2', [tenantId, new Date(beforeMs)]);
}

export type Counted = { readonly outcome: string; readonly purchases: number; readonly cents: bigint };

const SUMS = `
WITH live AS (${COUNT.replace('$2', '$4')})
SELECT outcome, sum(purchases)::integer AS purchases, sum(cents)::bigint AS cents FROM (
  SELECT outcome, purchases, cents FROM purchase_hour WHERE tenant_id = $1 AND hour >= $2 AND hour < least($3::timestamptz, $4::timestamptz)
  UNION ALL
  SELECT outcome, purchases, cents FROM live) AS counted
 WHERE purchases > 0 GROUP BY outcome ORDER BY purchases DESC, outcome`;

/**
 * Purchases of a period by outcome, the most frequent first. Whole hours before `liveMs` come from the stored counts;
 * later purchases are counted now.
 */
export function sumPurchases(
  tx: Tx,
  tenantId: number,
  { fromMs, beforeMs, liveMs }: Hours & { readonly liveMs: number },
): Promise<Counted[]> {
  return tx.query(SUMS, [tenantId, new Date(fromMs), new Date(beforeMs), new Date(Math.max(fromMs, liveMs))]);
}
