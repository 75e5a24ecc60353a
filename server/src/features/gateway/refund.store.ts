import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database/database.ts';

/**
 * `Failed`: the gateway refused it. `Stopped`: the charge was charged back before the refund was made. `Paid`: to a
 * bank account, after the gateway had refused it. `CameBack`: it failed after it was Done; what is owed is another
 * refund.
 */
export type RefundState = 'Asked' | 'Pending' | 'Done' | 'Failed' | 'Stopped' | 'Paid' | 'CameBack';

export type RefundRow = {
  readonly key: string;
  readonly tenant_id: number;
  readonly charge_id: string;
  readonly amount: Cents;
  readonly reason: string;
  readonly state: RefundState;
  readonly attempt: number;
  readonly asked_at: string;
  /** Security clock: when this attempt was sent for the first time; null: it was not, or it was refused and then stopped. */
  readonly first_sent_at: string | null;
  /** Transfer that has returned the money to the gateway's account; null: its charge was never booked. */
  readonly transfer_id: bigint | null;
  /** Transfer that ended it: to a bank account, or as a loss, because it was made after a chargeback. Null: none. */
  readonly paid_transfer_id: bigint | null;
  /** Transfer that has taken it in again; null: none. */
  readonly came_back_transfer_id: bigint | null;
  /** When two people settled it as not made; null: the gateway has said what became of it. */
  readonly decided_at: string | null;
};

const COLUMNS =
  'r.key, r.tenant_id, r.charge_id, r.amount, r.reason, r.state, r.attempt, r.asked_at, r.first_sent_at, r.transfer_id, r.paid_transfer_id, r.came_back_transfer_id, r.decided_at';
const iso = (ms: number) => new Date(ms).toISOString();

/** Reason of a refund to a card that may not pay. */
export const CARD_REFUSED = 'cardRefused';

export type NewRefund = {
  readonly tenantId: number;
  readonly chargeId: string;
  readonly amount: Cents;
  /** Unique forever. */
  readonly key: string;
  /** Reason for the desk: `unsettled`, `orderRefunded`. */
  readonly reason: string;
  /** Transfer that has returned the money to the gateway's account; none where its charge was never booked. */
  readonly transferId?: bigint;
};

// Refunds never exceed the charge. The lock of the charge serialises them.
const INSERT = `
WITH charge AS (SELECT id, amount FROM gateway_charge WHERE tenant_id = $1 AND id = $2 FOR UPDATE)
INSERT INTO gateway_refund (tenant_id, charge_id, amount, key, reason, state, asked_at, next_at, transfer_id)
SELECT $1, charge.id, $3::bigint, $4, $5, 'Asked', $6, $7, $8 FROM charge
WHERE $3::bigint + coalesce((SELECT sum(r.amount) FROM gateway_refund r
                             WHERE r.tenant_id = $1 AND r.charge_id = $2 AND r.key <> $4
                               AND r.state <> 'CameBack'), 0) <= charge.amount
ON CONFLICT (tenant_id, key) DO NOTHING`;

/**
 * Requests a refund to the card in the caller's transaction: once per key and up to the amount of the charge. Due work
 * carries it out.
 *
 * @returns false if nothing was requested: the key is known, or the amount would exceed the charge
 */
export async function askRefund(tx: Tx, refund: NewRefund, now: Now): Promise<boolean> {
  return (await tx.run(INSERT, valuesOf(refund, now))) === 1;
}

type Now = { readonly business: number; readonly security: number };
const valuesOf = ({ tenantId, chargeId, amount, key, reason, transferId }: NewRefund, now: Now) => [
  tenantId,
  chargeId,
  amount,
  key,
  reason,
  iso(now.business),
  iso(now.security),
  transferId ?? null,
];

/**
 * The same with a deferred statement, for a kind of payment, which limits the amount itself and uses a key that no
 * other refund has.
 */
export function askRefundLater(tx: Tx, refund: NewRefund, now: Now): void {
  tx.later(INSERT, valuesOf(refund, now));
}

const DUE = `
SELECT ${COLUMNS} FROM gateway_refund r
WHERE r.tenant_id = $1 AND r.state IN ('Asked', 'Pending') AND r.next_at <= $2 ORDER BY r.next_at LIMIT $3`;

/**
 * Records that an attempt is about to be sent, and when it was sent first. False: it was settled meanwhile, and is not
 * to be sent. Security clock.
 */
export async function noteSent(tx: Tx, { tenant_id, key, attempt }: RefundAttempt, nowMs: number): Promise<boolean> {
  const noted = await tx.run(
    `UPDATE gateway_refund SET first_sent_at = coalesce(first_sent_at, $4)
      WHERE tenant_id = $1 AND key = $2 AND attempt = $3 AND state IN ('Asked', 'Pending')`,
    [tenant_id, key, attempt, iso(nowMs)],
  );
  return noted === 1;
}

/**
 * Counts an attempt that was asked for before the moment to which the programme was restored as sent then, if it is not
 * known to be sent. An attempt that was not sent is due from when it was asked for.
 */
export async function countAsSent(tx: Tx, { tenant_id, key, attempt }: RefundAttempt): Promise<void> {
  await tx.run(
    `UPDATE gateway_refund SET first_sent_at = next_at
      WHERE tenant_id = $1 AND key = $2 AND attempt = $3 AND first_sent_at IS NULL
        AND next_at <= (SELECT restored_to FROM instance_hold WHERE tenant_id = $1)`,
    [tenant_id, key, attempt],
  );
}

/** Refunds that are due now. Security clock. */
export function listDue(tx: Tx, tenantId: number, nowMs: number, most: number): Promise<RefundRow[]> {
  return tx.query(DUE, [tenantId, iso(nowMs), most]);
}

export function findRefund(tx: Tx, tenantId: number, key: string): Promise<RefundRow | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM gateway_refund r WHERE r.tenant_id = $1 AND r.key = $2`, [tenantId, key]);
}

/** Refunds of a charge, the oldest first. */
export function listRefunds(tx: Tx, tenantId: number, chargeId: string): Promise<RefundRow[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM gateway_refund r WHERE r.tenant_id = $1 AND r.charge_id = $2 ORDER BY r.asked_at, r.key`,
    [tenantId, chargeId],
  );
}

// The gateway's word counts above that of two people who took it for not made.
const SETTLE = `
UPDATE gateway_refund SET state = $4, settled_at = $5, next_at = coalesce($6, next_at), decided_at = NULL
WHERE tenant_id = $1 AND key = $2 AND attempt = $3
  AND (state IN ('Asked', 'Pending') OR state = 'Failed' AND decided_at IS NOT NULL AND $4 = 'Done')`;

export type RefundAttempt = Pick<RefundRow, 'tenant_id' | 'key' | 'attempt'>;
export type RefundOutcome = {
  readonly state: 'Asked' | 'Pending' | 'Done' | 'Failed';
  readonly settledAt: number | null;
  readonly nextAt: number | null;
};

/** Records the outcome of a refund. False if that attempt was settled before. Callers hold the lock of its charge. */
export async function settleRefund(
  tx: Tx,
  { tenant_id, key, attempt }: RefundAttempt,
  to: RefundOutcome,
): Promise<boolean> {
  const at = (ms: number | null) => (ms === null ? null : iso(ms));
  return (await tx.run(SETTLE, [tenant_id, key, attempt, to.state, at(to.settledAt), at(to.nextAt)])) === 1;
}

/** Settles a refund whose outcome stays unknown as not made: it is owed, and the desk decides. Business time. */
export async function settleAsNotMade(tx: Tx, { tenant_id, key, attempt }: RefundAttempt, atMs: number): Promise<void> {
  await tx.run(
    `UPDATE gateway_refund SET state = 'Failed', settled_at = $4, decided_at = $4
      WHERE tenant_id = $1 AND key = $2 AND attempt = $3 AND state IN ('Asked', 'Pending')`,
    [tenant_id, key, attempt, iso(atMs)],
  );
}

/**
 * Ends the refunds of a charge that the gateway has not made, because the whole charge was charged back. It may still
 * make one that was sent, unless it had refused it.
 */
export function stopRefunds(tx: Tx, tenantId: number, chargeId: string, atMs: number): void {
  tx.later(
    `UPDATE gateway_refund
        SET state = 'Stopped', settled_at = $3, decided_at = NULL,
            first_sent_at = CASE WHEN state <> 'Failed' OR decided_at IS NOT NULL THEN first_sent_at END
     WHERE tenant_id = $1 AND charge_id = $2 AND state IN ('Asked', 'Pending', 'Failed')`,
    [tenantId, chargeId, iso(atMs)],
  );
}

/** State of a stopped refund once the money of its charge came back: one that was sent may have been made meanwhile. */
export const owedAs = ({ first_sent_at }: Pick<RefundRow, 'first_sent_at'>) =>
  first_sent_at === null ? 'Failed' : 'Pending';

/**
 * Owes stopped refunds again, whose charge is ours again. One that was sent is asked about, and never sent again;
 * another one is refused, so that the desk decides.
 */
export function oweStopped(tx: Tx, tenantId: number, keys: readonly string[], now: Now): void {
  tx.later(
    `UPDATE gateway_refund
        SET state = CASE WHEN first_sent_at IS NULL THEN 'Failed' ELSE 'Pending' END,
            settled_at = CASE WHEN first_sent_at IS NULL THEN $3::timestamptz END, next_at = $4
     WHERE tenant_id = $1 AND key = ANY ($2) AND state = 'Stopped'`,
    [tenantId, keys, iso(now.business), iso(now.security)],
  );
}

/** Ends a refund by a separate transfer: it was paid to a bank account, or made after it was stopped. */
export function saveRefundPaid(
  tx: Tx,
  { tenant_id, key }: RefundAttempt,
  by: { readonly state: 'Paid' | 'Done'; readonly transferId: bigint; readonly atMs: number },
): void {
  tx.later(
    `UPDATE gateway_refund SET state = $3, settled_at = $4, paid_transfer_id = $5 WHERE tenant_id = $1 AND key = $2`,
    [tenant_id, key, by.state, iso(by.atMs), by.transferId],
  );
}

/** Key of the refund that owes what came back of another one. */
export const backKeyOf = (key: string) => `${key}.back`;

/** Records that a refund failed after it was made. Business time. */
export function saveCameBack(
  tx: Tx,
  { tenant_id, key }: RefundAttempt,
  by: { readonly transferId: bigint | null; readonly atMs: number },
): void {
  tx.later(
    `UPDATE gateway_refund SET state = 'CameBack', settled_at = $3, came_back_transfer_id = $4
      WHERE tenant_id = $1 AND key = $2`,
    [tenant_id, key, iso(by.atMs), by.transferId],
  );
}

/** Adds the refund that owes what came back: refused already, so that the desk decides, or stopped by a chargeback. */
export function saveBackAtGateway(
  tx: Tx,
  { tenant_id, charge_id, amount, key, state }: RefundRow,
  by: { readonly transferId: bigint | null; readonly atMs: number; readonly nowMs: number },
): void {
  tx.later(
    `INSERT INTO gateway_refund
       (tenant_id, charge_id, amount, key, reason, state, asked_at, settled_at, next_at, transfer_id)
     VALUES ($1, $2, $3, $4, 'cameBack', $8, $5, $5, $6, $7) ON CONFLICT (tenant_id, key) DO NOTHING`,
    [tenant_id, charge_id, amount, key, iso(by.atMs), iso(by.nowMs), by.transferId, state],
  );
}

/** Whether a refund owes cents that came back while a chargeback held its charge: they have made up for the loss. */
const isLost = ({ key, state, transfer_id }: RefundRow, refunds: readonly RefundRow[]) =>
  state === 'Stopped' &&
  transfer_id === null &&
  refunds.some((one) => backKeyOf(one.key) === key && one.came_back_transfer_id !== null);

/** Such refunds among all refunds of a charge. */
export const listLost = (refunds: readonly RefundRow[]) => refunds.filter((one) => isLost(one, refunds));

/** Owes such a refund again, refused already, so that the desk decides. Both clocks in ms. */
export function saveOwedAgain(
  tx: Tx,
  { tenant_id, key }: RefundAttempt,
  by: { readonly transferId: bigint } & Now,
): void {
  tx.later(
    `UPDATE gateway_refund SET state = 'Failed', settled_at = $3, next_at = $4, transfer_id = $5
      WHERE tenant_id = $1 AND key = $2`,
    [tenant_id, key, iso(by.business), iso(by.security), by.transferId],
  );
}

/**
 * Requests a refused refund again. False if it did not fail, or the whole charge was charged back meanwhile. Callers hold
 * the lock of its charge.
 */
export async function askAgain(tx: Tx, tenantId: number, key: string, nowMs: number): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE gateway_refund SET state = 'Asked', attempt = attempt + 1, settled_at = NULL, next_at = $3, first_sent_at = NULL,
            decided_at = NULL
     WHERE tenant_id = $1 AND key = $2 AND state = 'Failed'
       AND NOT EXISTS (SELECT FROM gateway_charge c WHERE c.tenant_id = $1 AND c.id = gateway_refund.charge_id
                          AND c.charged_back_at IS NOT NULL)`,
    [tenantId, key, iso(nowMs)],
  );
  return changed === 1;
}
