import type { Tx } from '../../../platform/database/database.ts';

export type ListedBatch = {
  /** The request that made it. */
  readonly id: bigint;
  readonly reason: string;
  readonly brand: string;
  readonly made: number;
  readonly used: number;
  readonly open: number;
  /** Cents of one voucher, and of those that can still be redeemed. */
  readonly amount: bigint;
  readonly left: bigint;
  readonly expires: string;
  /** timestamptz as text. */
  readonly ended_at: string;
};

// A request makes 50 vouchers or fewer.
const LIST = `
SELECT r.id, r.reason, r.brand, r.ended_at, v.made, v.used, v.open, v.amount, v."left", v.expires
  FROM (SELECT id, reason, input ->> 'brand' AS brand, ended_at FROM desk_request
         WHERE tenant_id = $1 AND command = 'make-vouchers' AND state = 'Done' ORDER BY id DESC LIMIT $2) r
 CROSS JOIN LATERAL (
   SELECT count(*)::int AS made, count(*) FILTER (WHERE status = 'Redeemed')::int AS used,
          count(*) FILTER (WHERE status IN ('Issued', 'Active'))::int AS open, max(amount) AS amount,
          coalesce(sum(amount) FILTER (WHERE status IN ('Issued', 'Active')), 0)::bigint AS "left",
          max(expires_on)::text AS expires
     FROM voucher WHERE tenant_id = $1 AND batch = 'desk-request:' || $1::text || ':' || r.id) v
 WHERE v.made > 0
 ORDER BY r.id DESC`;

/** Vouchers by the request that made them, the newest first. */
export function listBatches(tx: Tx, tenantId: number, most: number): Promise<ListedBatch[]> {
  return tx.query(LIST, [tenantId, most]);
}
