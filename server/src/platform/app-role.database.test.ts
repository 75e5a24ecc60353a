import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase } from '../../test-support/database.ts';
import type { TestDatabase } from '../../test-support/database.ts';
import { AppRoleError, checkAppRole } from './app-role.ts';

describe("the application's database role", () => {
  let given: TestDatabase;
  beforeEach(async () => {
    given = await givenDatabase();
  });
  afterEach(() => given.close());

  it('is accepted when it is only a member of wattle_app', async () => {
    await expect(checkAppRole(given.url)).resolves.toBeUndefined();
  });

  it('is refused when it is a superuser', async () => {
    await expect(checkAppRole(given.ownerUrl)).rejects.toThrow(AppRoleError);
    await expect(checkAppRole(given.ownerUrl)).rejects.toThrow(
      /is a superuser, bypasses row-level security, owns the tables/,
    );
  });

  const APPEND_ONLY = ['transfer', 'reversal', 'entry', 'hold', 'hold_event', 'ledger_seal', 'audit_log', 'audit_seal'];

  it.each(APPEND_ONLY)('is refused when it can change or remove rows of %s', async (table) => {
    for (const privilege of ['UPDATE', 'DELETE', 'TRUNCATE']) {
      await given.asOwner(`GRANT ${privilege} ON ${table} TO wattle_app`);
      await expect(checkAppRole(given.url)).rejects.toThrow(`can ${privilege} ${table}`);
      await given.asOwner(`REVOKE ${privilege} ON ${table} FROM wattle_app`);
    }
  });

  it('can neither change nor remove what was posted, sealed or recorded', async () => {
    const as = (sql: string) => given.database.transact(1, (tx) => tx.run(sql));
    for (const table of APPEND_ONLY) {
      await expect(as(`UPDATE ${table} SET tenant_id = tenant_id`)).rejects.toThrow('permission denied');
      await expect(as(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
      await expect(as(`TRUNCATE ${table} CASCADE`)).rejects.toThrow('permission denied');
    }
  });

  it('is refused when it can change a single column of the books', async () => {
    await given.asOwner('GRANT UPDATE (amount) ON entry TO wattle_app');
    await expect(checkAppRole(given.url)).rejects.toThrow('can UPDATE entry');
  });

  it('is refused when it can turn into the role that owns the tables', async () => {
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
