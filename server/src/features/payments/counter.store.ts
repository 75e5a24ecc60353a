import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type AccountCount, sumName, type Sums } from './counts.domain.ts';

// Row by row (KEEP_APART): a plan for many rows together may read all sums of the tenant.
const READ = `
SELECT asked.counter, asked.account AS "memberAccountId", asked.since::text AS since, found.cents
FROM unnest($2::text[], $3::bigint[], $4::date[]) AS asked (counter, account, since)
JOIN LATERAL (
  SELECT cents FROM payment_count
  WHERE tenant_id = $1 AND member_account_id = asked.account AND since = asked.since AND counter = asked.counter
  ${KEEP_APART}
) AS found ON true`;

type Row = Pick<AccountCount, 'counter' | 'memberAccountId' | 'since' | 'cents'>;

/** Counted sums. They cannot change while the accounts are locked in the ledger. */
export async function readSums(tx: Tx, tenantId: number, counts: readonly AccountCount[]): Promise<Sums> {
  const asked = distinct(counts);
  if (asked.length === 0) return new Map();
  const rows = await tx.query<Row>(READ, [
    tenantId,
    asked.map(({ counter }) => counter),
    asked.map(({ memberAccountId }) => memberAccountId),
    asked.map(({ since }) => since),
  ]);
  return new Map(rows.map((row) => [sumName(row), row.cents]));
}

const SAVE = `
INSERT INTO payment_count (tenant_id, counter, member_account_id, since, cents)
SELECT $1, counted.counter, counted.account, counted.since, counted.cents
FROM ${arrayRows('counted', 2, { counter: 'text', account: 'bigint', since: 'date', cents: 'bigint' })}
ORDER BY counted.account, counted.since, counted.counter
ON CONFLICT (member_account_id, since, counter) DO UPDATE SET cents = excluded.cents`;

/** Saves the sums that the counts changed. The lock of their accounts prevents concurrent changes. */
export function saveSums(tx: Tx, tenantId: number, counts: readonly AccountCount[], sums: Sums): void {
  const changed = distinct(counts);
  if (changed.length === 0) return;
  tx.later(SAVE, [
    tenantId,
    changed.map(({ counter }) => counter),
    changed.map(({ memberAccountId }) => memberAccountId),
    changed.map(({ since }) => since),
    changed.map((count) => sums.get(sumName(count)) ?? 0n),
  ]);
}

const SUBTRACT = `
UPDATE payment_count SET cents = greatest(cents - $3, 0)
 WHERE tenant_id = $1 AND member_account_id = $2
   AND (counter, since) IN (SELECT * FROM unnest($4::text[], $5::date[]))`;

type UnpaidCounts = {
  readonly memberAccountId: bigint;
  readonly cents: bigint;
  readonly sums: readonly Pick<AccountCount, 'counter' | 'since'>[];
};

/** Subtracts the counts of a payment that ended unpaid. The account is locked in the ledger. */
export function subtractCounts(tx: Tx, tenantId: number, { memberAccountId, cents, sums }: UnpaidCounts): void {
  const names = [sums.map(({ counter }) => counter), sums.map(({ since }) => since)];
  tx.later(SUBTRACT, [tenantId, memberAccountId, cents, ...names]);
}

const SUM = `
SELECT cents FROM payment_count WHERE tenant_id = $1 AND member_account_id = $2 AND since = $3 AND counter = $4`;

/** Counted sum of an account in a period, for display and without a lock. */
export async function readSum(
  tx: Tx,
  tenantId: number,
  { memberAccountId, since, counter }: Pick<AccountCount, 'memberAccountId' | 'since' | 'counter'>,
): Promise<bigint> {
  const row = await tx.first<{ cents: bigint }>(SUM, [tenantId, memberAccountId, since, counter]);
  return row?.cents ?? 0n;
}

/** One count for each sum. */
function distinct(counts: readonly AccountCount[]): AccountCount[] {
  return [...new Map(counts.map((count) => [sumName(count), count])).values()];
}
