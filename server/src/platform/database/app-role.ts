import pg from 'pg';

/** Tables whose rows the application never updates or deletes: the ledger, the audit log and the places of tenants. */
const APPEND_ONLY = [
  'transfer',
  'reversal',
  'hold',
  'hold_event',
  'account_seal',
  'ledger_seal',
  'audit_log',
  'audit_seal',
  'tenant_place',
];

/** Columns of an account that never change. */
const OPENED_WITH = ['id', 'tenant_id', 'kind', 'currency', 'floor'];

/** The application's database role has more privileges than it should. */
export class AppRoleError extends Error {}

/**
 * Checks at start that the application's role is subject to row-level security and cannot change the ledger.
 * Throws AppRoleError otherwise, so that a wrong connection string is detected early.
 */
export async function checkAppRole(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    refuseFaults([...(await roleFaults(client)), ...(await tableFaults(client))]);
  } finally {
    await client.end();
  }
}

/** Codes of PostgreSQL where a login does not exist, or has another password yet. */
const NO_LOGIN = ['28000', '28P01'];

/**
 * The same of the role alone, before a schema is made or changed for it. A login that does not exist is made with the
 * schema, and is checked after it.
 */
export async function checkAppRoleBefore(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl });
  try {
    await client.connect();
  } catch (error) {
    if (NO_LOGIN.includes((error as { readonly code?: string }).code ?? '')) return;
    throw error;
  }
  try {
    refuseFaults((await roleFaults(client)).filter((fault) => fault !== NO_MEMBER));
  } finally {
    await client.end();
  }
}

function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new AppRoleError(
    `The database role of DATABASE_URL ${faults.join(', ')}. Give it a role that is only a member of wattle_app, and the owner's to DATABASE_OWNER_URL.`,
  );
}

/** The schema makes it one. */
const NO_MEMBER = 'is no member of wattle_app';

/**
 * Roles that it can switch to with SET ROLE are checked too. The owner of the schema or the database can drop
 * its tables.
 */
const ROLE_FAULTS = `
SELECT coalesce(bool_or(r.rolsuper), false) AS "is a superuser",
       coalesce(bool_or(r.rolbypassrls), false) AS "bypasses row-level security",
       coalesce(bool_or(r.oid IN (SELECT relowner FROM pg_class
                                   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p'))), false) AS "owns the tables",
       coalesce(bool_or(r.rolcreaterole), false) AS "may make roles",
       coalesce(bool_or(r.rolname IN ('pg_write_server_files', 'pg_execute_server_program')), false) AS "may write files of the server",
       coalesce(bool_or(r.oid = (SELECT datdba FROM pg_database WHERE datname = current_database())), false) AS "owns the database",
       coalesce(bool_or(r.oid = (SELECT nspowner FROM pg_namespace WHERE nspname = 'public')), false) AS "owns the schema",
       NOT coalesce(bool_or(r.rolname = 'wattle_app'), false) AS "${NO_MEMBER}"
  FROM pg_roles r
 WHERE pg_has_role(current_user, r.oid, 'MEMBER')`;

async function roleFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Record<string, boolean>>(ROLE_FAULTS);
  return Object.entries(rows[0] ?? {}).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}

const TABLE_FAULTS = `
SELECT t.name, p.privilege
  FROM unnest($1::text[]) AS t(name), unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS p(privilege)
 WHERE to_regclass(t.name) IS NOT NULL
   -- The balance of an account changes, in its own columns.
   AND NOT (t.name = 'ledger_account' AND p.privilege = 'UPDATE')
   AND (has_table_privilege(current_user, to_regclass(t.name), p.privilege)
        OR (p.privilege = 'UPDATE' AND has_any_column_privilege(current_user, to_regclass(t.name), 'UPDATE')))
UNION ALL
SELECT c.name || ' of ledger_account', 'UPDATE'
  FROM unnest($2::text[]) AS c(name)
 WHERE to_regclass('ledger_account') IS NOT NULL
   AND has_column_privilege(current_user, to_regclass('ledger_account'), c.name, 'UPDATE')
 ORDER BY 1, 2`;

async function tableFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; privilege: string }>(TABLE_FAULTS, [
    [...APPEND_ONLY, 'ledger_account'],
    OPENED_WITH,
  ]);
  return rows.map(({ name, privilege }) => `can ${privilege} ${name}`);
}
