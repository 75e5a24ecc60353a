import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenDatabase } from '../../../test-support/processes/database.ts';
import type { TestDatabase } from '../../../test-support/processes/database.ts';

describe('row-level security', () => {
  let given: TestDatabase;
  beforeAll(async () => {
    given = await givenDatabase();
    await given.asOwner("INSERT INTO tenant (id, name) VALUES (1, 'One'), (2, 'Two')");
    await given.asOwner(`INSERT INTO audit_log (tenant_id, at, actor, action, outcome)
      VALUES (1, '2026-11-20', 'system', 'seen', 'ok'), (2, '2026-11-20', 'system', 'hidden', 'ok')`);
  });
  afterAll(() => given.close());

  const actions = (tenantId: number) =>
    given.database.read(tenantId, (tx) => tx.query<{ action: string }>('SELECT action FROM audit_log'));

  it('shows a tenant its own rows and hides those of another', async () => {
    expect(await actions(1)).toEqual([{ action: 'seen' }]);
    expect(await actions(2)).toEqual([{ action: 'hidden' }]);
  });

  it('shows no row at all where no tenant is set', async () => {
    expect(await given.database.readShared((tx) => tx.query('SELECT action FROM audit_log'))).toEqual([]);
  });

  it('refuses a row that names another tenant', async () => {
    const insert = given.database.transact(1, (tx) =>
      tx.run(
        "INSERT INTO audit_log (tenant_id, at, actor, action, outcome) VALUES (2, '2026-11-20', 'system', 'forged', 'ok')",
      ),
    );
    await expect(insert).rejects.toThrow(/row-level security/);
    const forged = await given.asOwner("SELECT FROM audit_log WHERE action = 'forged'");
    expect(forged).toHaveLength(0);
  });

  it('is enabled for every table with a tenant', async () => {
    const open = await given.asOwner(`
      SELECT c.relname FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND NOT c.relrowsecurity`);
    expect(open).toEqual([]);
  });

  it('applies to the querying role through views too', async () => {
    const views = await given.asOwner(
      "SELECT relname, reloptions FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace ORDER BY relname",
    );
    expect(views).toEqual([
      { relname: 'entry', reloptions: ['security_invoker=true'] },
      { relname: 'tenant_away', reloptions: ['security_invoker=true'] },
    ]);
  });

  it('reads the tenant once per statement, not for every row', async () => {
    const asking = await given.asOwner<{ qual: string }>(
      "SELECT DISTINCT qual FROM pg_policies WHERE qual LIKE '%current_tenant%' OR with_check LIKE '%current_tenant%'",
    );
    expect(asking.map(({ qual }) => qual.replaceAll(/\s+/g, ' '))).toEqual([
      '(tenant_id = ( SELECT current_tenant() AS current_tenant))',
    ]);
  });
});
