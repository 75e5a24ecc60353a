import type { Tx } from '../../../platform/database/database.ts';

export type InterestYears = {
  /** The ledger account. */
  readonly account: bigint;
  /** Cents, all positive. */
  readonly interestThisYear: bigint;
  readonly interestLastYear: bigint;
  readonly withheldThisYear: bigint;
  readonly withheldLastYear: bigint;
};

// Interest belongs to the day on which it takes effect, the last of its month, not to its posting.
const INTEREST_YEARS = `
SELECT account.id AS account, years.*
FROM unnest($2::bigint[]) AS account (id)
CROSS JOIN LATERAL (
  SELECT coalesce(sum(x.amount) FILTER (WHERE x.kind = 'interest' AND x.day >= $3::date), 0)::bigint AS "interestThisYear",
         coalesce(sum(x.amount) FILTER (WHERE x.kind = 'interest' AND x.day < $3::date), 0)::bigint AS "interestLastYear",
         coalesce(-sum(x.amount) FILTER (WHERE x.kind <> 'interest' AND x.day >= $3::date), 0)::bigint AS "withheldThisYear",
         coalesce(-sum(x.amount) FILTER (WHERE x.kind <> 'interest' AND x.day < $3::date), 0)::bigint AS "withheldLastYear"
  FROM (
    SELECT d.kind, e.amount, (e.effective_at AT TIME ZONE 'Australia/Melbourne')::date AS day
    FROM transaction_detail d
    JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
    WHERE d.tenant_id = $1 AND d.ledger_account_id = account.id AND d.kind IN ('interest', 'withholdingTax')
  ) x
  WHERE x.day >= $4::date
) years`;

/** Interest and tax of the two tax years that begin on the given days (1 July), one row for each ledger account. */
export function readInterestYears(
  tx: Tx,
  tenantId: number,
  ledgerAccountIds: readonly bigint[],
  years: { readonly thisYear: string; readonly lastYear: string },
): Promise<InterestYears[]> {
  return tx.query<InterestYears>(INTEREST_YEARS, [tenantId, ledgerAccountIds, years.thisYear, years.lastYear]);
}
