import type { Tx } from '../../platform/database/database.ts';

export type AttemptCount = {
  readonly attempts: number;
  readonly declines: number;
  /** Security clock in ms; null: open. */
  readonly closedUntil: number | null;
};

const iso = (ms: number) => new Date(ms).toISOString();

const COUNT = `
INSERT INTO gateway_attempt AS a (tenant_id, counted, started_at, attempts, declines)
VALUES ($1, $2, $3, $5, $6)
ON CONFLICT (tenant_id, counted) DO UPDATE
  SET attempts = CASE WHEN a.started_at <= $4 THEN 0 ELSE a.attempts END + $5,
      declines = CASE WHEN a.started_at <= $4 THEN 0 ELSE a.declines END + $6,
      started_at = CASE WHEN a.started_at <= $4 THEN excluded.started_at ELSE a.started_at END
RETURNING attempts, declines, (date_part('epoch', closed_until) * 1000)::float8 AS closed_until`;

type Row = { readonly attempts: number; readonly declines: number; readonly closed_until: number | null };

/** Increments a count, which restarts after its window. Security clock. */
export async function addAttempt(
  tx: Tx,
  tenantId: number,
  counted: Buffer,
  added: { readonly attempts: number; readonly declines: number },
  { nowMs, windowMs }: { readonly nowMs: number; readonly windowMs: number },
): Promise<AttemptCount> {
  const values = [tenantId, counted, iso(nowMs), iso(nowMs - windowMs), added.attempts, added.declines];
  const row = await tx.first<Row>(COUNT, values);
  if (!row) throw new Error('an attempt was not counted');
  return { attempts: row.attempts, declines: row.declines, closedUntil: row.closed_until };
}

/** Blocks payments for the item until then. */
export function closeUntil(tx: Tx, tenantId: number, counted: Buffer, untilMs: number): void {
  tx.later('UPDATE gateway_attempt SET closed_until = $3 WHERE tenant_id = $1 AND counted = $2', [
    tenantId,
    counted,
    iso(untilMs),
  ]);
}

const CLOSED = `
SELECT (max(date_part('epoch', closed_until)) * 1000)::float8 AS until FROM gateway_attempt
WHERE tenant_id = $1 AND counted = ANY ($2) AND closed_until > $3`;

/** End of the block of any of them; null: none is blocked. */
export async function readClosed(
  tx: Tx,
  tenantId: number,
  counted: readonly Buffer[],
  nowMs: number,
): Promise<number | null> {
  const row = await tx.first<{ until: number | null }>(CLOSED, [tenantId, counted, iso(nowMs)]);
  return row?.until ?? null;
}

/** Deletes counts that no longer matter. */
export function tidyAttempts(tx: Tx, tenantId: number, beforeMs: number, most: number): Promise<number> {
  return tx.run(
    `DELETE FROM gateway_attempt WHERE (tenant_id, counted) IN (
       SELECT tenant_id, counted FROM gateway_attempt
       WHERE tenant_id = $1 AND started_at < $2 AND coalesce(closed_until < $2, true) LIMIT $3)`,
    [tenantId, iso(beforeMs), most],
  );
}
