import type { Session } from '../../http/handle.ts';
import { leftToSpendIn } from '../../ledger/keep-aside.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';

const ACCOUNT = `
SELECT id FROM member_account
WHERE tenant_id = $1 AND brand_id = $2 AND account_number = $3 AND primary_holder_id = $4 AND NOT is_closed`;

/** Open account of a number, if the caller is its primary holder. */
export async function findPaydayAccount(
  tx: Tx,
  { tenantId, brandId, holderId }: Session,
  accountNumber: string,
): Promise<bigint | undefined> {
  return (await tx.first<{ id: bigint }>(ACCOUNT, [tenantId, brandId, accountNumber, holderId]))?.id;
}

const SAVE = `
INSERT INTO payday (tenant_id, member_account_id, holder_id, frequency, first_day)
SELECT tenant_id, id, primary_holder_id, $3, $4::date FROM member_account WHERE tenant_id = $1 AND id = $2
ON CONFLICT (tenant_id, member_account_id) DO UPDATE
SET holder_id = excluded.holder_id, frequency = excluded.frequency, first_day = excluded.first_day`;

export async function savePayday(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  payday: { readonly frequency: number; readonly firstDay: string },
): Promise<void> {
  await tx.run(SAVE, [tenantId, memberAccountId, payday.frequency, payday.firstDay]);
}

/** Removes the payday of an account. */
export async function removePayday(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<void> {
  await tx.run('DELETE FROM payday WHERE tenant_id = $1 AND member_account_id = $2', [tenantId, memberAccountId]);
}

export type Payday = {
  readonly member_account_id: bigint;
  readonly frequency: number;
  readonly first_day: string;
  /** Cents that are left to spend. */
  readonly left_to_spend: Cents;
};

const LIST = `
SELECT p.member_account_id, p.frequency, p.first_day::text, ${leftToSpendIn('l')} AS left_to_spend
  FROM payday p
  JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id AND a.primary_holder_id = p.holder_id
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
 WHERE p.tenant_id = $1 AND p.member_account_id = ANY ($2::bigint[]) AND NOT a.is_closed`;

/** Paydays of accounts, as their primary holders have set them. */
export function listPaydays(tx: Tx, tenantId: number, memberAccountIds: readonly bigint[]): Promise<Payday[]> {
  return tx.query(LIST, [tenantId, memberAccountIds]);
}
