import type { OwnerConnection } from './sealed-log/verify-steps.ts';

const ARRIVING = `SELECT tenant_id FROM tenant_place WHERE state = 'arriving' ORDER BY tenant_id`;
const OF_TENANTS = `
SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
  AND NOT a.attisdropped ORDER BY c.relname`;

/** Tenants arriving from another cluster, which are verified there. */
export async function readArriving(connection: OwnerConnection): Promise<number[]> {
  return (await connection.query(ARRIVING)).rows.map((row) => Number(row['tenant_id']));
}

/**
 * Connection whose statements see no rows of these tenants: a WITH clause before each statement redefines every table
 * without them, because a standby cannot create views.
 */
export async function withoutTenants(
  connection: OwnerConnection,
  tenantIds: readonly number[],
): Promise<OwnerConnection> {
  if (tenantIds.length === 0) return connection;
  const { rows } = await connection.query(OF_TENANTS);
  const tables = rows.map(
    ({ name }) =>
      `"${String(name)}" AS NOT MATERIALIZED (
         SELECT * FROM public."${String(name)}" WHERE tenant_id <> ALL ('{${tenantIds.join()}}'))`,
  );
  const front = `WITH ${tables.join(', ')}, tenant AS NOT MATERIALIZED (
    SELECT * FROM public.tenant WHERE id <> ALL ('{${tenantIds.join()}}'))`;
  return {
    query: (sql) =>
      connection.query(sql.replace(/^(\s*DECLARE \w+ NO SCROLL CURSOR FOR)?(?=\s*SELECT\b)/, `$1 ${front}`)),
  };
}
