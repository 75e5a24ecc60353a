import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';

const HOUR_MS = 3_600_000;
/** How long the outcome of a refund may be unknown, before a person looks it up. */
const UNSURE_AFTER_MS = 72 * HOUR_MS;

/** Both clocks in ms: a refund counts from its first sending, or, where it was not sent, from when it was asked for. */
type Now = { readonly business: number; readonly security: number };
const before = ({ business, security }: Now) =>
  [security, business].map((now) => new Date(now - UNSURE_AFTER_MS).toISOString());

/** A refund that a person decides about. */
export type WaitingRefund = {
  readonly key: string;
  readonly charge_id: string;
  readonly amount: Cents;
  readonly reason: string;
  readonly state: 'refused' | 'unsure';
  readonly attempt: number;
  readonly asked_at: string;
};

const UNSURE = `r.state IN ('Asked', 'Pending')
  AND CASE WHEN r.first_sent_at IS NULL THEN r.asked_at < $3 ELSE r.first_sent_at < $2 END`;
const WAITING = `
SELECT r.key, r.charge_id, r.amount, r.reason, CASE r.state WHEN 'Failed' THEN 'refused' ELSE 'unsure' END AS state,
       r.attempt, r.asked_at
  FROM gateway_refund r WHERE r.tenant_id = $1 AND (r.state = 'Failed' OR ${UNSURE})
 ORDER BY r.asked_at, r.key LIMIT $4`;

/** Refunds that the gateway refused, and those whose outcome stays unknown, the oldest first. */
export function listWaiting(tx: Tx, tenantId: number, now: Now, most: number): Promise<WaitingRefund[]> {
  return tx.query(WAITING, [tenantId, ...before(now), most]);
}

/** Whether the outcome of a refund has been unknown for 72 hours. */
export async function isUnsure(tx: Tx, tenantId: number, now: Now, key: string): Promise<boolean> {
  const sql = `SELECT r.key FROM gateway_refund r WHERE r.tenant_id = $1 AND ${UNSURE} AND r.key = $4`;
  return (await tx.first(sql, [tenantId, ...before(now), key])) !== undefined;
}

export type GatewayState = Readonly<Record<'refused' | 'unsure' | 'disputes' | 'inquiries', bigint>>;

/** Refunds that wait for a person, and open disputes and questions, over all programmes. */
export function readGatewayState(tx: Tx, now: Now): Promise<GatewayState | undefined> {
  return tx.first<GatewayState>('SELECT * FROM gateway_state($1, $2)', before(now));
}
