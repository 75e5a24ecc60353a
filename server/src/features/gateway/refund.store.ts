import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database.ts';

export type RefundState = 'Asked' | 'Pending' | 'Done' | 'Failed';

export type RefundRow = {
  readonly key: string;
  readonly tenant_id: number;
  readonly charge_id: string;
  readonly amount: Cents;
  readonly reason: string;
  readonly state: RefundState;
  readonly attempt: number;
  readonly asked_at: string;
};

const COLUMNS = 'r.key, r.tenant_id, r.charge_id, r.amount, r.reason, r.state, r.attempt, r.asked_at';
const iso = (ms: number) => new Date(ms).toISOString();

export type NewRefund = {
  readonly tenantId: number;
  readonly chargeId: string;
  readonly amount: Cents;
  /** Unique forever. */
  readonly key: string;
  /** Reason for the desk: `unsettled`, `orderRefunded`. */
  readonly reason: string;
};

// Refunds never exceed the charge. The lock of the charge serialises them.
const INSERT = `
WITH charge AS (SELECT id, amount FROM gateway_charge WHERE tenant_id = $1 AND id = $2 FOR UPDATE)
INSERT INTO gateway_refund (tenant_id, charge_id, amount, key, reason, state, asked_at, next_at)
SELECT $1, charge.id, $3::bigint, $4, $5, 'Asked', $6, $7 FROM charge
WHERE $3::bigint + coalesce((SELECT sum(r.amount) FROM gateway_refund r
                             WHERE r.tenant_id = $1 AND r.charge_id = $2 AND r.key <> $4), 0) <= charge.amount
ON CONFLICT (tenant_id, key) DO NOTHING`;

/**
 * Requests a refund to the card in the caller's transaction: once per key and up to the amount of the charge. Due work
 * carries it out.
 *
 * @returns false if nothing was requested: the key is known, or the amount would exceed the charge
 */
export async function askRefund(
  tx: Tx,
  refund: NewRefund,
  now: { readonly business: number; readonly security: number },
): Promise<boolean> {
  const { tenantId, chargeId, amount, key, reason } = refund;
  const values = [tenantId, chargeId, amount, key, reason, iso(now.business), iso(now.security)];
  return (await tx.run(INSERT, values)) === 1;
}

/**
 * The same with a deferred statement, for a kind of payment, which limits the amount itself and uses a key that no
 * other refund has.
 */
export function askRefundLater(
  tx: Tx,
  { tenantId, chargeId, amount, key, reason }: NewRefund,
  now: { readonly business: number; readonly security: number },
): void {
  tx.later(INSERT, [tenantId, chargeId, amount, key, reason, iso(now.business), iso(now.security)]);
}

const DUE = `
SELECT ${COLUMNS} FROM gateway_refund r
WHERE r.tenant_id = $1 AND r.state IN ('Asked', 'Pending') AND r.next_at <= $2 ORDER BY r.next_at LIMIT $3`;

/** Refunds that are due now. Security clock. */
export function listDue(tx: Tx, tenantId: number, nowMs: number, most: number): Promise<RefundRow[]> {
  return tx.query(DUE, [tenantId, iso(nowMs), most]);
}

export function findRefund(tx: Tx, tenantId: number, key: string): Promise<RefundRow | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM gateway_refund r WHERE r.tenant_id = $1 AND r.key = $2`, [tenantId, key]);
}

const SETTLE = `
UPDATE gateway_refund SET state = $4, settled_at = $5, next_at = coalesce($6, next_at)
WHERE tenant_id = $1 AND key = $2 AND attempt = $3 AND state IN ('Asked', 'Pending')`;

/** Records the outcome of a refund. False if that attempt was settled before. */
export async function settleRefund(
  tx: Tx,
  { tenant_id, key, attempt }: Pick<RefundRow, 'tenant_id' | 'key' | 'attempt'>,
  to: { readonly state: RefundState; readonly settledAt: number | null; readonly nextAt: number | null },
): Promise<boolean> {
  const at = (ms: number | null) => (ms === null ? null : iso(ms));
  return (await tx.run(SETTLE, [tenant_id, key, attempt, to.state, at(to.settledAt), at(to.nextAt)])) === 1;
}

/** Refunds refused by the gateway, oldest first. */
export function listFailed(tx: Tx, tenantId: number, most: number): Promise<RefundRow[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM gateway_refund r WHERE r.tenant_id = $1 AND r.state = 'Failed' ORDER BY r.asked_at, r.key LIMIT $2`,
    [tenantId, most],
  );
}

/** Requests a refused refund again. False if it did not fail, or the whole charge was charged back meanwhile. */
export async function askAgain(tx: Tx, tenantId: number, key: string, nowMs: number): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE gateway_refund SET state = 'Asked', attempt = attempt + 1, settled_at = NULL, next_at = $3
     WHERE tenant_id = $1 AND key = $2 AND state = 'Failed'
       AND NOT EXISTS (SELECT FROM gateway_charge c WHERE c.tenant_id = $1 AND c.id = gateway_refund.charge_id
                          AND c.charged_back_at IS NOT NULL)`,
    [tenantId, key, iso(nowMs)],
  );
  return changed === 1;
}
