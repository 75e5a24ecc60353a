import type { Tx } from '../../platform/database/database.ts';
import type { EndingPerson } from './ending.store.ts';

/** Period in which a death that was recorded by mistake can be withdrawn. */
export const DEATH_TAKEN_BACK_DAYS = 30;

const KEEP = `
INSERT INTO death_record (tenant_id, holder_id, died_on, recorded_at, names)
SELECT $1, $2, $3::date, $4,
       coalesce((SELECT jsonb_agg(jsonb_build_object('brand', n.brand_id, 'name', n.name, 'kind', n.kind, 'web', n.web_account_id))
                   FROM login_name n WHERE n.tenant_id = $1 AND n.web_account_id = ANY ($5::bigint[])
                    AND n.reserved_until IS NULL), '[]')`;

/** Records a death with the sign-in names that end with it. */
export async function keepDeath(
  tx: Tx,
  tenantId: number,
  { id, web_account_ids, on, atMs }: EndingPerson & { readonly on: string; readonly atMs: number },
): Promise<void> {
  await tx.run(KEEP, [tenantId, id, on, new Date(atMs), web_account_ids]);
}

export type Death = { readonly id: bigint; readonly recorded_at: string };

/** Recorded and unreversed death of a person. */
export function findDeath(tx: Tx, tenantId: number, holderId: bigint): Promise<Death | undefined> {
  const sql =
    'SELECT id, recorded_at FROM death_record WHERE tenant_id = $1 AND holder_id = $2 AND taken_back_at IS NULL';
  return tx.first(sql, [tenantId, holderId]);
}

/** Sign-in names that ended with a death. A name that another person has taken since then is not restored. */
export async function countNamesOfDeath(tx: Tx, tenantId: number, id: bigint): Promise<number> {
  const row = await tx.first<{ names: number }>(
    `SELECT count(*)::int AS names FROM death_record r CROSS JOIN LATERAL jsonb_array_elements(r.names) AS n
      WHERE r.tenant_id = $1 AND r.id = $2
        AND NOT EXISTS (SELECT FROM login_name l WHERE l.tenant_id = $1 AND l.brand_id = (n->>'brand')::integer
                           AND l.name = n->>'name')`,
    [tenantId, id],
  );
  return row?.names ?? 0;
}

// A name that another person has taken since then is not restored.
const RESTORE = `
INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id)
SELECT $1, (n->>'brand')::integer, n->>'name', n->>'kind', (n->>'web')::bigint
  FROM death_record r CROSS JOIN LATERAL jsonb_array_elements(r.names) AS n
 WHERE r.tenant_id = $1 AND r.id = $2
ON CONFLICT DO NOTHING`;

/** Reverses a death: the person can sign in with their previous names. Returns the number of restored names. */
export async function saveDeathTakenBack(
  tx: Tx,
  tenantId: number,
  { id, holderId, atMs }: { readonly id: bigint; readonly holderId: bigint; readonly atMs: number },
): Promise<number> {
  const names = await tx.run(RESTORE, [tenantId, id]);
  await tx.run("UPDATE death_record SET taken_back_at = $3, names = '[]' WHERE tenant_id = $1 AND id = $2", [
    tenantId,
    id,
    new Date(atMs),
  ]);
  await tx.run('UPDATE holder SET died_on = NULL WHERE tenant_id = $1 AND id = $2', [tenantId, holderId]);
  return names;
}
