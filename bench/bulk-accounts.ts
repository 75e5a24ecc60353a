import { runOn } from './postgres.ts';

export type AccountRange = { readonly tenantId: number; readonly first: bigint; readonly count: number };

/**
 * Empty accounts by the million, of one tenant, with consecutive ids. Each may be overdrawn by 1,000,000.00, so that
 * none needs a deposit first.
 */
export async function givenLedgerAccounts(ownerUrl: string, count: number): Promise<AccountRange> {
  const tenantId = 1;
  await runOn(ownerUrl, "INSERT INTO tenant (id, name) VALUES ($1, 'Bench') ON CONFLICT DO NOTHING", [tenantId]);
  const [row] = await runOn<{ first: string; made: string }>(
    ownerUrl,
    `WITH made AS (
       INSERT INTO ledger_account (tenant_id, kind, currency, floor)
       SELECT $1, 'cardholder', 'AUD', -100000000 FROM generate_series(1, $2)
       RETURNING id
     )
     SELECT min(id) AS first, count(*) AS made FROM made`,
    [tenantId, count],
  );
  await runOn(ownerUrl, 'VACUUM (ANALYZE) ledger_account');
  if (Number(row?.made) !== count) throw new Error('the accounts were not made');
  return { tenantId, first: BigInt(row?.first ?? 0), count };
}
