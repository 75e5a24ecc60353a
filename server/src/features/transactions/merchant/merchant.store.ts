import { MERCHANT_KINDS } from '@wattle/contract/transactions/set-category.ts';
import type { SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Place } from '../search/search.store.ts';

const OF_MERCHANT = `
SELECT seq FROM transaction_detail
WHERE tenant_id = $1 AND ledger_account_id = $2 AND seq = ANY ($3::bigint[]) AND description = $4
  AND kind = ANY ($5::text[])
ORDER BY seq DESC`;

/** Those of some rows that are of a merchant, newest first. */
export async function rowsOfMerchant(
  tx: Tx,
  { tenantId, ledgerAccountId }: Place,
  sequences: readonly bigint[],
  merchant: string,
): Promise<bigint[]> {
  const rows = await tx.query<{ seq: bigint }>(OF_MERCHANT, [
    tenantId,
    ledgerAccountId,
    sequences,
    merchant,
    MERCHANT_KINDS,
  ]);
  return rows.map(({ seq }) => seq);
}

export type MerchantMonth = {
  /** First day of the month. */
  readonly month: string;
  /** Net of refunds. */
  readonly cents: bigint;
  readonly purchases: bigint;
  /** timestamptz as text. */
  readonly first_at: string;
};

const MONTHS = `
SELECT date_trunc('month', e.effective_at AT TIME ZONE 'Australia/Melbourne')::date AS month,
       -sum(e.amount)::bigint AS cents, count(*) FILTER (WHERE e.amount < 0) AS purchases,
       min(e.effective_at) AS first_at
FROM unnest($3::bigint[]) AS hit (seq)
JOIN entry e ON e.tenant_id = $1 AND e.account_id = $2 AND e.seq = hit.seq
GROUP BY 1 ORDER BY 1`;

/** Sums of rows of a merchant by month, oldest first. */
export function merchantMonths(
  tx: Tx,
  { tenantId, ledgerAccountId }: Place,
  sequences: readonly bigint[],
): Promise<MerchantMonth[]> {
  return tx.query(MONTHS, [tenantId, ledgerAccountId, sequences]);
}

const CATEGORY = `
SELECT category FROM merchant_category WHERE tenant_id = $1 AND ledger_account_id = $2 AND merchant = $3`;

/** The category that an account has given a merchant. */
export async function categoryGiven(
  tx: Tx,
  { tenantId, ledgerAccountId }: Place,
  merchant: string,
): Promise<SpendingCategory | undefined> {
  const row = await tx.first<{ category: SpendingCategory }>(CATEGORY, [tenantId, ledgerAccountId, merchant]);
  return row?.category;
}
