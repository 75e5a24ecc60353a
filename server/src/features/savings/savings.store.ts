import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';
import type { Goal } from './goals.domain.ts';

export type SavingsAccount = { readonly id: bigint; readonly ledger_account_id: bigint };

const ACCOUNT = `
SELECT id, ledger_account_id FROM member_account
WHERE tenant_id = $1 AND brand_id = $2 AND account_number = $3 AND primary_holder_id = $4 AND NOT is_closed`;

/** Open account of a number, if the caller is its primary holder. */
export function findSavingsAccount(
  tx: Tx,
  { tenantId, brandId, holderId }: Session,
  accountNumber: string,
): Promise<SavingsAccount | undefined> {
  return tx.first(ACCOUNT, [tenantId, brandId, accountNumber, holderId]);
}

const LIST = `
SELECT id, name, cents FROM savings_goal WHERE tenant_id = $1 AND member_account_id = $2 ORDER BY place`;

/** Goals of an account, the oldest first. */
export function listGoals(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<Goal[]> {
  return tx.query(LIST, [tenantId, memberAccountId]);
}

const SAVE = `
INSERT INTO savings_goal (id, tenant_id, member_account_id, name, cents, place)
SELECT $1, $2, $3, $4, $5, coalesce(max(place), 0) + 1 FROM savings_goal WHERE tenant_id = $2 AND member_account_id = $3
ON CONFLICT (id) DO UPDATE SET name = excluded.name, cents = excluded.cents`;

export async function saveGoals(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  goals: readonly Goal[],
): Promise<void> {
  for (const { id, name, cents } of goals) {
    await tx.run(SAVE, [id, tenantId, memberAccountId, name, cents]);
  }
}

export async function deleteGoal(tx: Tx, tenantId: number, memberAccountId: bigint, id: string): Promise<void> {
  await tx.run('DELETE FROM savings_goal WHERE tenant_id = $1 AND member_account_id = $2 AND id = $3', [
    tenantId,
    memberAccountId,
    id,
  ]);
}

// The sum up to a goal counts those that were added later, so that the last ones are taken first.
const TAKE = `
UPDATE savings_goal g SET cents = g.cents - part.cents
  FROM (SELECT id, least(cents, greatest(0, $3 - (sum(cents) OVER (ORDER BY place DESC) - cents))) AS cents
          FROM savings_goal WHERE tenant_id = $1 AND member_account_id = $2) part
 WHERE g.tenant_id = $1 AND g.id = part.id AND part.cents > 0`;

/** Takes cents of goals, from the one that was added last first, under the lock of the account. */
export function takeOfGoals(tx: Tx, tenantId: number, memberAccountId: bigint, cents: Cents): void {
  tx.later(TAKE, [tenantId, memberAccountId, cents]);
}

const KEEPER = `
SELECT a.brand_id, a.primary_holder_id AS holder_id
  FROM member_account a JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE a.tenant_id = $1 AND a.id = $2 AND NOT a.is_closed AND h.died_on IS NULL`;

/** Primary holder of an open account who is alive. */
export function findKeeper(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
): Promise<{ readonly brand_id: number; readonly holder_id: bigint } | undefined> {
  return tx.first(KEEPER, [tenantId, memberAccountId]);
}
