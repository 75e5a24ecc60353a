import { CATEGORY_KINDS, MERCHANT_KINDS } from '@wattle/contract/transactions/set-category.ts';
import type { SpendingCategory, TransactionKind } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { moveSpending } from '../record-posting.store.ts';
import { moveCategoryWord } from '../search/search-index.store.ts';
import type { ListedAccount } from '../transaction.store.ts';

type Counted = {
  readonly kind: TransactionKind;
  readonly category: SpendingCategory;
  readonly description: string;
  readonly amount: bigint;
  /** Melbourne day on which it counts as spent. */
  readonly day: string;
};

// Purchases count on the day on which they were made, refunds and bills on the day on which they were posted.
const LOCK_ROW = `
SELECT d.kind, d.category, d.description, abs(e.amount)::bigint AS amount,
       ((CASE WHEN d.kind IN ('refund', 'bpay') THEN t.posted_at ELSE e.effective_at END)
        AT TIME ZONE 'Australia/Melbourne')::date AS day
FROM transaction_detail d
JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
JOIN transfer t ON t.tenant_id = d.tenant_id AND t.id = d.transfer_id
WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = $3
FOR UPDATE OF d`;

const SET_ROW = `
UPDATE transaction_detail SET category = $4 WHERE tenant_id = $1 AND ledger_account_id = $2 AND seq = $3`;
const SET_MERCHANT = `
INSERT INTO merchant_category (tenant_id, ledger_account_id, merchant, category) VALUES ($1, $2, $3, $4)
ON CONFLICT (ledger_account_id, merchant) DO UPDATE SET category = excluded.category`;

export type NewCategory = {
  readonly seq: bigint;
  readonly category: SpendingCategory;
  /** Applies also to later purchases at this merchant. */
  readonly isForMerchant: boolean;
};

/**
 * Changes the category of a posted row, and with it what lists, search and the spending of its day say. False if the
 * row has none to change.
 */
export async function setCategory(
  tx: Tx,
  tenantId: number,
  account: ListedAccount,
  { seq, category, isForMerchant }: NewCategory,
): Promise<boolean> {
  const { ledger_account_id: ledgerAccountId, member_account_id: memberAccountId } = account;
  const row = await tx.first<Counted>(LOCK_ROW, [tenantId, ledgerAccountId, seq]);
  if (!row || !CATEGORY_KINDS.includes(row.kind)) return false;
  if (isForMerchant) {
    if (!MERCHANT_KINDS.includes(row.kind) || row.description === '') return false;
    await tx.run(SET_MERCHANT, [tenantId, ledgerAccountId, row.description, category]);
  }
  if (row.category === category) return true;
  await tx.run(SET_ROW, [tenantId, ledgerAccountId, seq, category]);
  const cents = row.kind === 'refund' ? -row.amount : row.amount;
  moveSpending(tx, tenantId, { memberAccountId, day: row.day, cents, from: row.category, to: category });
  await moveCategoryWord(tx, { tenantId, ledgerAccountId }, { seq, from: row.category, to: category });
  return true;
}
