import type { Tx } from '../../../platform/database/database.ts';

export type DeclineSums = {
  readonly decline_reason: string;
  readonly count: number;
  /** Average of the day before. */
  readonly usual: number;
  readonly amount: bigint;
  readonly latest: string;
};

const HOURS_OF_A_DAY = 24;

/** Declined purchases of the last hours by reason, with the usual number: read only from the index of declines. */
export const DECLINES = `
SELECT decline_reason, count(*) FILTER (WHERE at >= $2)::int AS count,
       round(count(*) FILTER (WHERE at < $2) * $4::numeric / ${HOURS_OF_A_DAY}, 1)::float8 AS usual,
       coalesce(sum(amount) FILTER (WHERE at >= $2), 0)::bigint AS amount, max(at) AS latest
  FROM authorisation
 WHERE tenant_id = $1 AND status = 'declined' AND at >= $3
 GROUP BY decline_reason
HAVING count(*) FILTER (WHERE at >= $2) > 0
 ORDER BY count DESC, decline_reason`;

/** Sums of the declines of the last hours before `nowMs`. */
export function sumDeclines(
  tx: Tx,
  tenantId: number,
  { hours, nowMs }: { readonly hours: number; readonly nowMs: number },
): Promise<DeclineSums[]> {
  const hoursAgo = (number: number) => new Date(nowMs - number * 3_600_000).toISOString();
  return tx.query<DeclineSums>(DECLINES, [tenantId, hoursAgo(hours), hoursAgo(hours + HOURS_OF_A_DAY), hours]);
}
