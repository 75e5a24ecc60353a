import type { Tx } from '../../platform/database.ts';

const SETTLE_DEBTS = `
UPDATE debt d SET settled_at = l.last_posted_at
  FROM member_account a, ledger_account l
 WHERE d.tenant_id = $1 AND d.member_account_id = ANY ($2::bigint[]) AND d.settled_at IS NULL AND NOT d.is_former_holder
   AND a.tenant_id = d.tenant_id AND a.id = d.member_account_id
   AND l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND NOT l.is_below_floor`;

// One in flight for an account, by a unique index. What it will bring has room under the maximum, beside card money that
// somebody may have paid already: the maximum of the cards that can be loaded now, else as it was agreed.
const FIRE = `
INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, name, bsb, account_number, amount, state, fired_at)
SELECT t.tenant_id, t.id, t.member_account_id, t.account_name, t.bsb, t.account_number, t.amount, 'Made',
       coalesce($4, l.last_posted_at)
  FROM auto_topup t
  JOIN member_account a ON a.tenant_id = t.tenant_id AND a.id = t.member_account_id AND NOT a.is_closed
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
  JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
               AND h.died_on IS NULL AND h.is_kyc_verified AND NOT h.is_kyc_restricted
 WHERE t.tenant_id = $1 AND t.member_account_id = ANY ($2::bigint[]) AND t.state = $3
   AND t.waits_since IS NULL
   AND l.balance - l.held < t.trigger_amount
   AND l.balance + t.amount
       + coalesce((SELECT sum(p.amount) FROM gateway_payment p
                    WHERE p.tenant_id = a.tenant_id AND p.purpose = 'topup' AND p.subject = a.id::text
                      AND p.state IN ('Opening', 'Open', 'Unknown')), 0)
       + coalesce((SELECT sum(p.amount)
                     FROM payment_link k
                     JOIN payment_link_payer y ON y.tenant_id = k.tenant_id AND y.payment_link_id = k.id
                     JOIN gateway_payment p ON p.tenant_id = y.tenant_id AND p.id = y.payment_id
                                         AND p.state IN ('Opening', 'Open', 'Unknown')
                    WHERE k.tenant_id = a.tenant_id AND k.member_account_id = a.id), 0)
       <= coalesce((
         SELECT max((p.settings ->> 'maxBalance')::bigint)
           FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id AND p.is_reloadable
          WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id AND c.status IN ('Active', 'ActiveOff')), t.maximum)
   AND EXISTS (SELECT FROM card c WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id
                                     AND c.status IN ('Active', 'ActiveOff'))
   AND NOT EXISTS (SELECT FROM debt d WHERE d.member_account_id = a.id AND d.settled_at IS NULL AND NOT d.is_former_holder)
ON CONFLICT (member_account_id) WHERE state IN ('Made', 'Sent', 'Collected') DO NOTHING`;

/**
 * What follows from a balance that has moved, in the transaction that moves it and under the lock of the account:
 * debts that are paid end, and an automatic top-up fires where less than its trigger is available. Called after the
 * ledger has written. `at`: business time of a hold; of a posting it is the ledger's own.
 */
export function watchBalances(
  tx: Tx,
  tenantId: number,
  memberAccountIds: readonly bigint[],
  at: number | null = null,
): void {
  if (memberAccountIds.length === 0) return;
  const accounts = [...new Set(memberAccountIds)];
  tx.later(SETTLE_DEBTS, [tenantId, accounts]);
  tx.later(FIRE, [tenantId, accounts, 'Active', at === null ? null : new Date(at)]);
}

/** Tries a referred debit of an account again, where less than the trigger is still available. */
export function fireRetry(tx: Tx, tenantId: number, memberAccountId: bigint, at: number): void {
  tx.later(FIRE, [tenantId, [memberAccountId], 'Retry', new Date(at)]);
}
