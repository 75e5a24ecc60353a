import type { Tx } from '../../../platform/database/database.ts';

/** Name of a brand, which a purpose names: an account with it. */
export async function findBrandName(tx: Tx, tenantId: number, brandId: number): Promise<string> {
  const sql = 'SELECT name FROM brand WHERE tenant_id = $1 AND id = $2';
  return (await tx.first<{ name: string }>(sql, [tenantId, brandId]))?.name ?? '';
}
