import type { Tx } from '../../platform/database/database.ts';
import { type ForeignParts, NO_PARTS } from './foreign-fee.domain.ts';

/** Purchase of an account, by the reference of its authorisation, or of its clearing if there is none. */
export type ForeignPurchase = {
  readonly tenantId: number;
  readonly ledgerAccountId: bigint;
  readonly purchase: string;
};

const PARTS = `
SELECT coalesce(sum(cents), 0)::bigint AS cents, coalesce(sum(fee), 0)::bigint AS fee, max(points) AS points
FROM foreign_part WHERE tenant_id = $1 AND ledger_account_id = $2 AND purchase = $3`;

/** Cleared and refunded amounts of a purchase. They cannot change under the lock of its account. */
export async function readForeignParts(
  tx: Tx,
  { tenantId, ledgerAccountId, purchase }: ForeignPurchase,
): Promise<ForeignParts> {
  return (await tx.first<ForeignParts>(PARTS, [tenantId, ledgerAccountId, purchase])) ?? NO_PARTS;
}

const OF_ROW = `
SELECT p.purchase FROM transaction_detail d
JOIN foreign_part p ON p.tenant_id = d.tenant_id AND p.transfer_id = d.transfer_id
WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = $3`;

/** Foreign purchase that posted a row of an account, if any. */
export async function findForeignPurchase(
  tx: Tx,
  row: { readonly tenantId: number; readonly ledgerAccountId: bigint; readonly seq: bigint },
): Promise<ForeignPurchase | undefined> {
  const { tenantId, ledgerAccountId, seq } = row;
  const found = await tx.first<{ purchase: string }>(OF_ROW, [tenantId, ledgerAccountId, seq]);
  return found && { tenantId, ledgerAccountId, purchase: found.purchase };
}

const ADD = `
INSERT INTO foreign_part (tenant_id, transfer_id, ledger_account_id, purchase, cents, points, fee)
VALUES ($1, $2, $3, $4, $5, $6, $7)`;

export type NewForeignPart = {
  /** Posting of the clearing, the refund or the end of a dispute. */
  readonly transferId: bigint;
  /** Above zero: charged. Below: refunded. */
  readonly cents: bigint;
  readonly points: number;
  readonly fee: bigint;
};

/** Written with the posting. */
export function addForeignPart(tx: Tx, of: ForeignPurchase, part: NewForeignPart): void {
  const { transferId, cents, points, fee } = part;
  tx.later(ADD, [of.tenantId, transferId, of.ledgerAccountId, of.purchase, cents, points, fee]);
}
