import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database/database.ts';

const TAKEN = `
SELECT member_account_id AS id, amount FROM direct_debit
 WHERE tenant_id = $1 AND member_account_id = ANY ($2::bigint[]) AND state IN ('Made', 'Sent', 'Collected')`;

/** Sums of automatic top-ups in flight to accounts, for which room below the maximum balance is reserved. */
export async function readRoomTaken(
  tx: Tx,
  tenantId: number,
  memberAccountIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Cents>> {
  if (memberAccountIds.length === 0) return new Map();
  const rows = await tx.query<{ id: bigint; amount: bigint }>(TAKEN, [tenantId, memberAccountIds]);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
