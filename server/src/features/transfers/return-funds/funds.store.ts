import type { Tx } from '../../../platform/database.ts';

/** What an account has, and whether an earlier return is on its way. Cents. */
export type Funds = { readonly balance: bigint; readonly held: bigint; readonly has_open_return: boolean };

const READ = `
SELECT l.balance, l.held,
       EXISTS (SELECT FROM payment_out o WHERE o.tenant_id = $1 AND o.member_account_id = a.id
                  AND o.is_return AND o.value_date >= $3) AS has_open_return
  FROM member_account a JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
 WHERE a.tenant_id = $1 AND a.id = $2`;

/** `today` is the day in Melbourne. */
export async function readFunds(tx: Tx, tenantId: number, memberAccountId: bigint, today: string): Promise<Funds> {
  const funds = await tx.first<Funds>(READ, [tenantId, memberAccountId, today]);
  if (!funds) throw new Error('an account has no funds');
  return funds;
}
