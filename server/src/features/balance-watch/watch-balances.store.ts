import type { Tx } from '../../platform/database.ts';

const SETTLE_DEBTS = `
UPDATE debt d SET settled_at = l.last_posted_at
  FROM member_account a, ledger_account l
 WHERE d.tenant_id = $1 AND d.member_account_id = ANY ($2::bigint[]) AND d.settled_at IS NULL AND NOT d.is_former_holder
   AND a.tenant_id = d.tenant_id AND a.id = d.member_account_id
   AND l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND NOT l.is_below_floor`;

/**
 * What follows from a balance that has moved, in the transaction that moves it and under the lock of the account:
 * debts that are paid end. Called after the ledger has written.
 */
export function watchBalances(tx: Tx, tenantId: number, memberAccountIds: readonly bigint[]): void {
  if (memberAccountIds.length === 0) return;
  tx.later(SETTLE_DEBTS, [tenantId, memberAccountIds]);
}
