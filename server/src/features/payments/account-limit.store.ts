import type { Tx } from '../../platform/database/database.ts';
import { dailySum } from './sums.domain.ts';

export type AccountLimitRow = {
  readonly id: bigint;
  /** Cents per day that the account chose; null: the limit of the product applies. */
  readonly payment_limit: bigint | null;
  readonly paid_today: bigint;
};

const READ = `
SELECT a.id, a.payment_limit, coalesce(paid.cents, 0)::bigint AS paid_today
FROM member_account a
LEFT JOIN payment_count paid ON paid.tenant_id = $1 AND paid.member_account_id = a.id AND paid.since = $3::date
  AND paid.counter = $4
WHERE a.tenant_id = $1 AND a.id = ANY ($2::bigint[])`;

/** Daily limits of accounts, and the amounts that count towards them on a day (`yyyy-MM-dd`). */
export async function readAccountLimits(
  tx: Tx,
  tenantId: number,
  accounts: readonly bigint[],
  today: string,
): Promise<ReadonlyMap<bigint, AccountLimitRow>> {
  const rows = await tx.query<AccountLimitRow>(READ, [tenantId, accounts, today, dailySum(today).counter]);
  return new Map(rows.map((row) => [row.id, row]));
}
