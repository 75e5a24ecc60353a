import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';

const OPEN = "'Opening', 'Open'";
const MAY_BE_PAID = `${OPEN}, 'Unknown'`;

/** SQL: cents that open payments by card and by link would bring to an account, since each may still be paid. */
export function openCardMoney(account: string): string {
  return `(coalesce((SELECT sum(p.amount) FROM gateway_payment p
                WHERE p.tenant_id = ${account}.tenant_id AND p.purpose = 'topup' AND p.subject = ${account}.id::text
                  AND p.state IN (${MAY_BE_PAID})), 0)
        + ${linkMoney(account, MAY_BE_PAID)})`;
}

function linkMoney(account: string, states: string): string {
  return `coalesce((SELECT sum(p.amount)
                 FROM payment_link k
                 JOIN payment_link_payer y ON y.tenant_id = k.tenant_id AND y.payment_link_id = k.id
                 JOIN gateway_payment p ON p.tenant_id = y.tenant_id AND p.id = y.payment_id AND p.state IN (${states})
                WHERE k.tenant_id = ${account}.tenant_id AND k.member_account_id = ${account}.id), 0)`;
}

const LOCK = `
SELECT l.balance FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
WHERE a.tenant_id = $1 AND a.id = $2 FOR UPDATE OF l`;

const TAKEN = `
SELECT l.balance + ${openCardMoney('a')}
       + coalesce((SELECT sum(d.amount) FROM direct_debit d
                    WHERE d.member_account_id = a.id AND d.state IN ('Made', 'Sent', 'Collected')), 0) AS taken
FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
WHERE a.tenant_id = $1 AND a.id = $2`;

/**
 * Money of an account and in flight to it, after locking the account: postings, automatic top-ups and newly opened
 * payments wait until the transaction ends.
 */
export async function lockRoomTaken(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<Cents> {
  await tx.run(LOCK, [tenantId, memberAccountId]);
  const row = await tx.first<{ taken: bigint }>(TAKEN, [tenantId, memberAccountId]);
  if (!row) throw new Error('an account that is loaded is gone');
  return BigInt(row.taken);
}

const BY_LINK = `
SELECT ${linkMoney('a', OPEN)} AS cents FROM member_account a WHERE a.tenant_id = $1 AND a.id = $2`;

/** Cents that payments by links with an open page would bring to an account, without those that may have been paid. */
export async function readOpenLinkMoney(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<Cents> {
  return BigInt((await tx.first<{ cents: bigint }>(BY_LINK, [tenantId, memberAccountId]))?.cents ?? 0n);
}
