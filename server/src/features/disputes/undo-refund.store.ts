import type { Tx } from '../../platform/database/database.ts';
import type { DisputeRow } from './dispute.store.ts';

const SHARES = `
SELECT c.seq, c.dispute_id,
       (c.cents - coalesce((SELECT sum(u.cents) FROM merchant_credit_undone u
                            WHERE u.tenant_id = $1 AND u.refund_transfer_id = $2 AND u.seq = c.seq), 0))::bigint AS cents
FROM merchant_credit c WHERE c.tenant_id = $1 AND c.transfer_id = $2 AND c.ledger_account_id = $3
ORDER BY c.dispute_id IS NOT NULL, c.seq`;

/** Cents of a refund that count for a row of its purchase. */
export type RefundShare = { readonly seq: bigint; readonly dispute_id: string | null; readonly cents: bigint };

/** Shares of a refund, without what was reversed of it. Those of disputes come last. */
export async function readShares(tx: Tx, tenantId: number, refund: bigint, account: bigint): Promise<RefundShare[]> {
  return (await tx.query<RefundShare>(SHARES, [tenantId, refund, account])).filter(({ cents }) => cents > 0n);
}

const UNDO = `
INSERT INTO merchant_credit_undone (tenant_id, transfer_id, refund_transfer_id, ledger_account_id, seq, cents, dispute_id)
VALUES ($1, $2, $3, $4, $5, $6, $7)`;

export type UndoneShare = RefundShare & { readonly refund: bigint; readonly ledgerAccountId: bigint };

/** Written with the debit that takes a refund back. */
export function addUndone(tx: Tx, tenantId: number, transferId: bigint, undone: UndoneShare): void {
  const { refund, ledgerAccountId, seq, cents, dispute_id } = undone;
  tx.later(UNDO, [tenantId, transferId, refund, ledgerAccountId, seq, cents, dispute_id]);
}

const TAKEN_BACK = `SELECT amount FROM transfer WHERE tenant_id = $1 AND key = $2`;

/** Cents of a provisional credit that a refund has reversed, by the key of that posting. */
export async function readTakenBack(tx: Tx, tenantId: number, key: string): Promise<bigint> {
  return (await tx.first<{ amount: bigint }>(TAKEN_BACK, [tenantId, key]))?.amount ?? 0n;
}

const REOPEN = `
UPDATE dispute SET
  refunded = refunded - $3,
  provisional = CASE WHEN $4 = 0 THEN provisional WHEN provisional_ended_at IS NULL THEN provisional + $4 ELSE $4 END,
  provisional_ended_at = CASE WHEN $4 > 0 THEN NULL ELSE provisional_ended_at END,
  state = CASE WHEN $5 THEN CASE WHEN submitted_at IS NULL THEN 'Open' ELSE 'Submitted' END ELSE state END,
  resolution = CASE WHEN $5 THEN NULL ELSE resolution END,
  credited = CASE WHEN $5 THEN NULL ELSE credited END,
  ended_at = CASE WHEN $5 THEN NULL ELSE ended_at END
WHERE tenant_id = $1 AND id = $2`;

/**
 * Takes a refund out of a dispute, in the transaction of the debit. `again`: cents of the provisional credit that are
 * credited again. `isReopened`: the refund had ended the dispute.
 */
export function saveUnrefunded(
  tx: Tx,
  { tenant_id, id }: Pick<DisputeRow, 'tenant_id' | 'id'>,
  how: { readonly cents: bigint; readonly again: bigint; readonly isReopened: boolean },
): void {
  tx.later(REOPEN, [tenant_id, id, how.cents, how.again, how.isReopened]);
}

const CLOSE_EXCESS = `
UPDATE excess_refund SET state = 'Closed', changed_at = $3 WHERE tenant_id = $1 AND refund = $2 AND state = 'Open'`;

/** Closes the case of a refund that was reversed whole. */
export function closeExcessOf(tx: Tx, tenantId: number, refund: string, atMs: number): void {
  tx.later(CLOSE_EXCESS, [tenantId, refund, new Date(atMs)]);
}
