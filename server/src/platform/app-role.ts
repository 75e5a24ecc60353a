import pg from 'pg';

/** Rows of these are never changed or removed: the books and the record of who did what. */
const APPEND_ONLY = ['entry', 'transfer', 'reversal', 'hold', 'hold_event', 'ledger_seal', 'audit_log', 'audit_seal'];

/** The application's database role may do more than it must be able to. */
export class AppRoleError extends Error {}

/**
 * The application connects with a role that row-level security binds and that cannot rewrite the
 * books. Throws AppRoleError where it could, so that a wrong connection string is found at start.
 */
export async function checkAppRole(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    const faults = [...(await roleFaults(client)), ...(await tableFaults(client))];
    if (faults.length > 0) {
      throw new AppRoleError(
        `The database role of DATABASE_URL ${faults.join(', ')}. Give it a role that is only a member of wattle_app, and the owner's to DATABASE_OWNER_URL.`,
      );
    }
  } finally {
    await client.end();
  }
}

async function roleFaults(client: pg.Client): Promise<string[]> {
  // A role that it can change into counts like itself.
  const { rows } = await client.query<{ super: boolean; bypass: boolean; app: boolean; owner: boolean }>(`
    SELECT coalesce(bool_or(r.rolsuper), false) AS super,
           coalesce(bool_or(r.rolbypassrls), false) AS bypass,
           coalesce(bool_or(r.rolname = 'wattle_app'), false) AS app,
           coalesce(bool_or(r.oid = (SELECT relowner FROM pg_class WHERE oid = to_regclass('tenant'))), false) AS owner
      FROM pg_roles r
     WHERE pg_has_role(current_user, r.oid, 'MEMBER')`);
  const role = rows[0];
  return [
    ...(role?.super ? ['is a superuser'] : []),
    ...(role?.bypass ? ['bypasses row-level security'] : []),
    ...(role?.owner ? ['owns the tables'] : []),
    ...(role?.app ? [] : ['is no member of wattle_app']),
  ];
}

async function tableFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; privilege: string }>(
    `SELECT t.name, p.privilege
       FROM unnest($1::text[]) AS t(name), unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p(privilege)
      WHERE to_regclass(t.name) IS NOT NULL
        AND (has_table_privilege(current_user, to_regclass(t.name), p.privilege)
             OR (p.privilege = 'UPDATE' AND has_any_column_privilege(current_user, to_regclass(t.name), 'UPDATE')))
      ORDER BY t.name, p.privilege`,
    [APPEND_ONLY],
  );
  return rows.map(({ name, privilege }) => `can ${privilege} ${name}`);
}
