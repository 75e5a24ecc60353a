import type { Tx } from '../../platform/database/database.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** Holder of a web account, and the name of the account as creator of schedules. */
export type Creator = { readonly holderId: bigint; readonly madeBy: string };

const RECENT = `
SELECT id FROM schedule
 WHERE tenant_id = $1 AND holder_id = $2 AND (made_by = $3 OR made_by IS NULL) AND made_at >= $4
   AND state = 'Active' AND waits_since IS NULL`;

/** Active schedules that a person created since a moment of business time. */
export async function listRecent(tx: Tx, tenantId: number, { holderId, madeBy }: Creator, since: number) {
  const rows = await tx.query<{ id: string }>(RECENT, [tenantId, holderId, madeBy, iso(since)]);
  return rows.map(({ id }) => id);
}

const SUSPEND = `UPDATE schedule SET waits_since = $3 WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND state = 'Active'`;

/** Suspends them from a moment of security time until their holder confirms them. Under their locks. */
export async function saveWaiting(tx: Tx, tenantId: number, ids: readonly string[], atMs: number): Promise<void> {
  await tx.run(SUSPEND, [tenantId, ids, iso(atMs)]);
}

/** Ends the wait of a confirmed schedule. Under its lock, with a deferred statement. */
export function saveConfirmed(tx: Tx, tenantId: number, id: string): void {
  tx.later('UPDATE schedule SET waits_since = NULL WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}

const LIST = `
SELECT s.id, a.account_number FROM schedule s
  JOIN member_account a ON a.tenant_id = s.tenant_id AND a.id = s.member_account_id
 WHERE s.tenant_id = $1 AND s.holder_id = $2 AND s.waits_since IS NOT NULL AND s.state = 'Active'
 ORDER BY s.made_at, s.age`;

/** Schedules that wait for a holder's confirmation, oldest first, with the number of the paying account. */
export function listWaitingIds(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
): Promise<{ readonly id: string; readonly account_number: string }[]> {
  return tx.query(LIST, [tenantId, holderId]);
}
