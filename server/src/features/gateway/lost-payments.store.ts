import type { Tx } from '../../platform/database.ts';

/** Moment to which a programme was restored, in ms; undefined: never restored. */
export async function findRestoredTo(tx: Tx, tenantId: number): Promise<number | undefined> {
  const sql = 'SELECT restored_to FROM instance_hold WHERE tenant_id = $1';
  const row = await tx.first<{ restored_to: string }>(sql, [tenantId]);
  return row && new Date(row.restored_to).getTime();
}

/** Those of the payments that the ledger has. */
export async function findKnown(tx: Tx, tenantId: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const sql = 'SELECT id FROM gateway_payment WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';
  return new Set((await tx.query<{ id: string }>(sql, [tenantId, ids])).map(({ id }) => id));
}
