import type { Tx } from '../../platform/database/database.ts';

/** Funds of an account, and whether an earlier return or an automatic top-up is in flight. Cents. */
export type Funds = {
  readonly balance: bigint;
  readonly held: bigint;
  /** Kept aside by the primary holder. */
  readonly aside: bigint;
  readonly has_open_return: boolean;
  readonly has_pending_topup: boolean;
};

const READ = `
SELECT l.balance, l.held, l.aside,
       EXISTS (SELECT FROM payment_out o WHERE o.tenant_id = $1 AND o.member_account_id = a.id
                  AND o.is_return AND o.state <> 'Returned' AND o.value_date >= $3) AS has_open_return,
       EXISTS (SELECT FROM direct_debit d WHERE d.member_account_id = a.id AND d.state IN ('Made', 'Sent', 'Collected'))
         OR EXISTS (SELECT FROM auto_topup t WHERE t.tenant_id = $1 AND t.member_account_id = a.id AND t.state = 'Pending')
         AS has_pending_topup
  FROM member_account a JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
 WHERE a.tenant_id = $1 AND a.id = $2`;

/** `today` is the day in Melbourne. */
export async function readFunds(tx: Tx, tenantId: number, memberAccountId: bigint, today: string): Promise<Funds> {
  const funds = await tx.first<Funds>(READ, [tenantId, memberAccountId, today]);
  if (!funds) throw new Error('an account has no funds');
  return funds;
}

/** Cents on the hold of a held return. */
export async function readHeldAmount(tx: Tx, tenantId: number, holdId: bigint): Promise<bigint | undefined> {
  const hold = await tx.first<{ amount: bigint }>('SELECT amount FROM hold WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    holdId,
  ]);
  return hold?.amount;
}
