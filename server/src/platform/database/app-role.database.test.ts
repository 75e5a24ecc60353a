import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase } from '../../../test-support/processes/database.ts';
import type { TestDatabase } from '../../../test-support/processes/database.ts';
import { AppRoleError, checkAppRole, checkAppRoleBefore } from './app-role.ts';

describe("the application's database role", () => {
  let given: TestDatabase;
  beforeEach(async () => {
    given = await givenDatabase();
  });
  afterEach(() => given.close());

  it('is accepted when its only membership is wattle_app', async () => {
    await expect(checkAppRole(given.url)).resolves.toBeUndefined();
  });

  it('calls no function of the owner that looks up names in temporary tables first', async () => {
    const open = await given.asOwner(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND NOT EXISTS (
          SELECT FROM unnest(p.proconfig) setting WHERE setting ~ '^search_path=.*, pg_temp$')`,
    );
    expect(open).toEqual([]);
  });

  it('is refused when it is a superuser', async () => {
    await expect(checkAppRole(given.ownerUrl)).rejects.toThrow(AppRoleError);
    await expect(checkAppRole(given.ownerUrl)).rejects.toThrow(
      /is a superuser, bypasses row-level security, owns the tables/,
    );
  });

  it('is refused before anything is made for it, and a login that does not exist yet is made first', async () => {
    await expect(checkAppRoleBefore(given.ownerUrl)).rejects.toThrow(
      /^The database role of DATABASE_URL is a superuser, .*Give it a role that is only a member of wattle_app/,
    );
    await expect(checkAppRoleBefore(given.url)).resolves.toBeUndefined();
    const nobody = given.url.replace(/^(postgres(?:ql)?:\/\/)[^@]*@/, '$1nobody_yet:none@');
    expect(nobody).toContain('//nobody_yet:none@');
    await expect(checkAppRoleBefore(nobody)).resolves.toBeUndefined();
  });

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

  it.each(APPEND_ONLY)('is refused when it can change or remove rows of %s', async (table) => {
    for (const privilege of ['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) {
      await given.asOwner(`GRANT ${privilege} ON ${table} TO wattle_app`);
      await expect(checkAppRole(given.url)).rejects.toThrow(`can ${privilege} ${table}`);
      await given.asOwner(`REVOKE ${privilege} ON ${table} FROM wattle_app`);
    }
  });

  it('can neither change nor delete postings, seals and audit lines', async () => {
    const as = (sql: string) => given.database.transact(1, (tx) => tx.run(sql));
    for (const table of APPEND_ONLY) {
      await expect(as(`UPDATE ${table} SET tenant_id = tenant_id`)).rejects.toThrow('permission denied');
      await expect(as(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
      await expect(as(`TRUNCATE ${table} CASCADE`)).rejects.toThrow('permission denied');
    }
  });

  it('can disable no policy, trigger or constraint, and drop no table', async () => {
    const as = (sql: string) => given.database.transact(1, (tx) => tx.run(sql));
    for (const table of [...APPEND_ONLY, 'ledger_account', 'kept_answer']) {
      for (const change of ['DISABLE ROW LEVEL SECURITY', 'DISABLE TRIGGER ALL', 'ADD COLUMN more integer']) {
        await expect(as(`ALTER TABLE ${table} ${change}`)).rejects.toThrow('must be owner of table');
      }
      await expect(as(`DROP POLICY ${table}_tenant ON ${table}`)).rejects.toThrow('must be owner of');
      await expect(as(`CREATE POLICY all_of_it ON ${table} USING (true)`)).rejects.toThrow('must be owner of');
      await expect(as(`CREATE RULE less AS ON INSERT TO ${table} DO INSTEAD NOTHING`)).rejects.toThrow('must be owner');
      await expect(as(`DROP TABLE ${table} CASCADE`)).rejects.toThrow('must be owner of table');
    }
    const noTrigger = `CREATE TRIGGER less BEFORE INSERT ON transfer FOR EACH ROW
      EXECUTE FUNCTION suppress_redundant_updates_trigger()`;
    await expect(as(noTrigger)).rejects.toThrow('permission denied');
    await expect(as('SET session_replication_role = replica')).rejects.toThrow('permission denied');
    await expect(as('DROP SCHEMA public CASCADE')).rejects.toThrow('must be owner of schema');
  });

  it.each(['floor', 'kind', 'currency', 'tenant_id', 'id'])(
    'is refused when it can change the %s of an account',
    async (column) => {
      await given.asOwner(`GRANT UPDATE (${column}) ON ledger_account TO wattle_app`);
      await expect(checkAppRole(given.url)).rejects.toThrow(`can UPDATE ${column} of ledger_account`);
    },
  );

  it.each(['DELETE', 'TRUNCATE', 'TRIGGER'])('is refused when it can %s accounts', async (privilege) => {
    await given.asOwner(`GRANT ${privilege} ON ledger_account TO wattle_app`);
    await expect(checkAppRole(given.url)).rejects.toThrow(`can ${privilege} ledger_account`);
  });

  it.each([
    ['may make roles', 'CREATEROLE', (_role: string) => []],
    ['may write files of the server', '', (role: string) => [`GRANT pg_write_server_files TO ${role}`]],
    ['may write files of the server', '', (role: string) => [`GRANT pg_execute_server_program TO ${role}`]],
    ['owns the database', '', (role: string) => [`ALTER DATABASE ${databaseName()} OWNER TO ${role}`]],
    ['owns the schema', '', (role: string) => [`ALTER SCHEMA public OWNER TO ${role}`]],
    ['owns the tables', '', (role: string) => [`ALTER TABLE hold_event OWNER TO ${role}`]],
  ])('is refused when it %s (%s)', async (fault, attribute, more) => {
    const role = `app_${databaseName()}`;
    await given.asOwner(`CREATE ROLE ${role} LOGIN PASSWORD 'x' ${attribute} IN ROLE wattle_app`);
    try {
      for (const sql of more(role)) await given.asOwner(sql);
      const url = given.url.replace(/\/\/[^@]*@/, `//${role}:x@`);
      await expect(checkAppRole(url)).rejects.toThrow(fault);
    } finally {
      await given.asOwner(`REASSIGN OWNED BY ${role} TO CURRENT_USER`);
      await given.asOwner(`DROP ROLE ${role}`);
    }
  });
  const databaseName = () => new URL(given.url.replace('@/', '@host/')).pathname.slice(1);

  it('is refused when it can change a single column of the books', async () => {
    await given.asOwner('GRANT UPDATE (amount) ON transfer TO wattle_app');
    await expect(checkAppRole(given.url)).rejects.toThrow('can UPDATE transfer');
  });

  it('is refused when it can become the role that owns the tables', async () => {
    const login = new URL(given.url.replace('@/', '@host/')).username;
    const role = `owner_${login.length}_${process.pid}`;
    await given.asOwner(`CREATE ROLE ${role}`);
    try {
      await given.asOwner(`ALTER TABLE tenant OWNER TO ${role}`);
      await given.asOwner(`CREATE ROLE ${role}_app LOGIN PASSWORD 'x'`);
      await given.asOwner(`GRANT wattle_app, ${role} TO ${role}_app`);
      const url = given.url.replace(/\/\/[^@]*@/, `//${role}_app:x@`);
      await expect(checkAppRole(url)).rejects.toThrow(/^The database role of DATABASE_URL owns the tables\./);
    } finally {
      await given.asOwner(`ALTER TABLE tenant OWNER TO CURRENT_USER`);
      await given.asOwner(`DROP ROLE IF EXISTS ${role}_app`);
      await given.asOwner(`DROP ROLE ${role}`);
    }
  });
});
