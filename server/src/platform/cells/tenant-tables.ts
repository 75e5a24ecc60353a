import type pg from 'pg';
import { type BackupTable, backupTables } from '../backup/backup-tables.ts';

/**
 * Tables with a tenant that are not moved, because they belong to the database: places of tenants and restores. The
 * sealer's marks, which contain transaction ids, are not moved either.
 */
const OF_THE_DATABASE = new Set(['tenant_place', 'tenant_move', 'instance_hold']);

const WITH_TENANT = `
SELECT c.relname AS name,
       NOT coalesce((SELECT a.attnum = ANY (i.indkey) FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary), false)
         AS is_keyless
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace`;

export type TenantTable = BackupTable & {
  /** True: the primary key lacks the tenant, so changes are replicated with the full row. */
  readonly isKeyless: boolean;
};

export async function tenantTables(client: pg.Client): Promise<TenantTable[]> {
  const { rows } = await client.query<{ name: string; is_keyless: boolean }>(WITH_TENANT);
  const known = new Map(rows.map(({ name, is_keyless }) => [name, is_keyless]));
  const all = await backupTables(client);
  return all.flatMap((table) => {
    const isKeyless = known.get(table.name);
    return isKeyless === undefined || OF_THE_DATABASE.has(table.name) ? [] : [{ ...table, isKeyless }];
  });
}

/** Not moved, and useless without the tenant. */
const LEFT_BEHIND = ['account_seal_mark', 'ledger_seal_mark', 'audit_seal_mark', 'instance_hold'];

/** Deletes every row of a tenant in the caller's transaction, without checking foreign keys. */
export async function deleteRows(client: pg.Client, tenantId: number): Promise<number> {
  let deleted = 0;
  await client.query("SET LOCAL session_replication_role = 'replica'");
  const names = [...(await tenantTables(client)).map(({ name }) => name), ...LEFT_BEHIND];
  for (const name of names.toReversed()) {
    const { rowCount } = await client.query(`DELETE FROM ${client.escapeIdentifier(name)} WHERE tenant_id = $1`, [
      tenantId,
    ]);
    deleted += rowCount ?? 0;
  }
  await client.query('DELETE FROM tenant WHERE id = $1', [tenantId]);
  return deleted;
}

/** First table with a row of the tenant. */
export async function findRow(client: pg.Client, tenantId: number): Promise<string | undefined> {
  for (const { name } of await tenantTables(client)) {
    const sql = `SELECT FROM ${client.escapeIdentifier(name)} WHERE tenant_id = $1 LIMIT 1`;
    if ((await client.query(sql, [tenantId])).rowCount) return name;
  }
  return undefined;
}
