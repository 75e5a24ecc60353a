import { fullNameIn, nameOnCardIn } from '../../platform/text/full-name.ts';
import type { Tx } from '../../platform/database/database.ts';

export type StatedHolder = {
  readonly ledger_account_id: bigint;
  readonly holder_name: string;
  readonly name_on_card: string;
};

const HOLDER = `
SELECT a.ledger_account_id, ${fullNameIn('h')} AS holder_name, ${nameOnCardIn('h')} AS name_on_card
FROM member_account a JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.id = $2`;

export function readStatedHolder(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<StatedHolder | undefined> {
  return tx.first(HOLDER, [tenantId, memberAccountId]);
}

export type TaxedMonth = {
  /** `2026-06`. */
  readonly month: string;
  /** Cents: above zero if tax was withheld. */
  readonly interest: bigint;
  readonly tax: bigint;
};

// By effective date, since interest of June is posted in July.
const MONTHS = `
SELECT to_char(x.day, 'YYYY-MM') AS month,
       coalesce(sum(x.amount) FILTER (WHERE x.kind = 'interest'), 0)::bigint AS interest,
       coalesce(-sum(x.amount) FILTER (WHERE x.kind = 'withholdingTax'), 0)::bigint AS tax
FROM (
  SELECT d.kind, e.amount, (e.effective_at AT TIME ZONE 'Australia/Melbourne')::date AS day
  FROM transaction_detail d
  JOIN entry e ON e.tenant_id = d.tenant_id AND e.account_id = d.ledger_account_id AND e.seq = d.seq
  WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.kind IN ('interest', 'withholdingTax')
) x
WHERE x.day BETWEEN $3::date AND $4::date
GROUP BY month
ORDER BY month`;

/** Interest and tax by month between two days; months without any are omitted. */
export function readTaxedMonths(
  tx: Tx,
  { tenantId, ledgerAccountId }: { readonly tenantId: number; readonly ledgerAccountId: bigint },
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
): Promise<TaxedMonth[]> {
  return tx.query(MONTHS, [tenantId, ledgerAccountId, firstDay, lastDay]);
}
