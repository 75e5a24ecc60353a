import type { Tx } from '../../../platform/database/database.ts';
import type { NamedRow } from '../../transfers/public.ts';

/** Stored details of a top-up. */
export type ReceiptedTopup = {
  /** Cents. */
  readonly amount: bigint;
  /** timestamptz as text. */
  readonly at: string;
  readonly reference: string;
  /** Way of topping up, in the words of the list. */
  readonly description: string;
};

const LOADED = `
SELECT t.amount, t.effective_at AS at, d.reference, d.description
FROM transfer t
JOIN transaction_detail d ON d.ledger_account_id = t.credit_account_id AND d.seq = t.credit_seq
WHERE t.tenant_id = $1 AND t.credit_account_id = $2 AND d.reference = $3 AND d.kind = 'topUp'`;
const BY_TRANSFER = `${LOADED} AND t.id = $4`;
const BY_SEQUENCE = `${LOADED} AND t.credit_seq = $4`;

/** The top-up of a receipt number, where it came to this account. */
export function findTopupByReceipt(tx: Tx, tenantId: number, named: NamedRow): Promise<ReceiptedTopup | undefined> {
  const asked = [tenantId, named.ledgerAccountId, named.receiptNumber];
  return 'sequence' in named
    ? tx.first(BY_SEQUENCE, [...asked, named.sequence])
    : tx.first(BY_TRANSFER, [...asked, named.transferId]);
}
