import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext } from '../../test-support/database.ts';
import type { TestContext } from '../../test-support/database.ts';
import { audit } from './audit.ts';
import { sealAudit } from './audit-seal.ts';
import { openDatabase } from './database.ts';
import { verifyAudit } from './verify-audit.ts';

describe('the audit log', () => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await givenContext();
    await ctx.asOwner("INSERT INTO tenant (id, name) VALUES (1, 'One'), (2, 'Two')");
  });
  afterEach(() => ctx.close());

  const write = (tenantId: number, action: string) =>
    ctx.database.transact(tenantId, (tx) =>
      audit(tx, ctx.clocks, { tenantId, actor: 'system', action, outcome: 'ok', details: { b: 1, a: 'x' } }),
    );

  async function findings() {
    const owner = openDatabase({ connectionString: ctx.ownerUrl, size: 1 });
    try {
      return await owner.readShared(verifyAudit);
    } finally {
      await owner.close();
    }
  }

  it('keeps who, what, when by the security clock, and the outcome', async () => {
    ctx.setBusinessTime('2027-01-01T00:00:00Z');
    await ctx.database.transact(1, (tx) =>
      audit(tx, ctx.clocks, {
        tenantId: 1,
        actor: 'web:12',
        action: 'card.turned_off',
        object: 'card:7',
        outcome: 'ok',
        requestId: 'r-1',
      }),
    );
    const rows = await ctx.asOwner(
      "SELECT at AT TIME ZONE 'UTC' = '2026-11-20 02:00:00' AS real_time, actor, action, object, outcome, request_id FROM audit_log",
    );
    expect(rows).toEqual([
      {
        real_time: true,
        actor: 'web:12',
        action: 'card.turned_off',
        object: 'card:7',
        outcome: 'ok',
        request_id: 'r-1',
      },
    ]);
  });

  it('is chained for each tenant, and the chain verifies', async () => {
    await write(1, 'first');
    await write(2, 'other');
    await write(1, 'second');
    expect(await sealAudit(ctx.database)).toBe(3);
    await write(1, 'third');
    expect(await sealAudit(ctx.database)).toBe(1);
    expect(await sealAudit(ctx.database)).toBe(0);
    await write(1, 'fourth');
    expect(await findings()).toEqual({ sealed: 4, unsealed: 1, faults: [] });
    const seals = await ctx.asOwner('SELECT tenant_id, seq FROM audit_seal ORDER BY tenant_id, seq');
    expect(seals).toEqual([
      { tenant_id: 1, seq: '1' },
      { tenant_id: 1, seq: '2' },
      { tenant_id: 1, seq: '3' },
      { tenant_id: 2, seq: '1' },
    ]);
  });

  it('is chained once when several sealers run at the same time', async () => {
    for (let line = 0; line < 20; line += 1) await write(1, `line ${line}`);
    await Promise.all([sealAudit(ctx.database), sealAudit(ctx.database), sealAudit(ctx.database)]);
    await sealAudit(ctx.database);
    expect(await findings()).toEqual({ sealed: 20, unsealed: 0, faults: [] });
  });

  it('seals a line that commits after a later one has been sealed', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let inserted = () => {};
    const hasInserted = new Promise<void>((resolve) => {
      inserted = resolve;
    });
    const slow = ctx.database.transact(1, async (tx) => {
      await audit(tx, ctx.clocks, { tenantId: 1, actor: 'system', action: 'slow', outcome: 'ok' });
      inserted();
      await held;
    });
    await hasInserted;
    await write(1, 'quick');
    expect(await sealAudit(ctx.database)).toBe(1);
    release();
    await slow;
    expect(await sealAudit(ctx.database)).toBe(1);
    expect(await findings()).toEqual({ sealed: 2, unsealed: 0, faults: [] });
  });

  it('shows a changed line, a removed line and a line that the sealer passed over', async () => {
    for (const action of ['one', 'two', 'three']) await write(1, action);
    await sealAudit(ctx.database);
    await ctx.asOwner("UPDATE audit_log SET outcome = 'refused' WHERE action = 'two'");
    const [changed] = await ctx.asOwner<{ id: string }>("SELECT id FROM audit_log WHERE action = 'two'");
    expect((await findings()).faults).toEqual([
      {
        invariant: 'audit-chain',
        where: 'tenant 1, seal 2',
        detail: `line ${changed?.id} was changed after it had been sealed`,
      },
    ]);

    await ctx.asOwner('DELETE FROM audit_seal WHERE seq = 2');
    expect((await findings()).faults).toEqual([
      { invariant: 'audit-chain', where: 'tenant 1, seal 3', detail: 'follows a gap, 2 is missing' },
    ]);

    await ctx.asOwner(`INSERT INTO audit_log (tenant_id, at, actor, action, outcome)
      VALUES (1, '2026-11-20T01:00:00Z', 'system', 'slipped in', 'ok')`);
    // Line two lost its seal and is as old as its neighbours; the one from an hour before is late.
    expect((await findings()).faults).toContainEqual({
      invariant: 'audit-passed-over',
      where: 'all tenants',
      detail: '1 lines were passed over by the sealer',
    });
  });

  it('cannot be changed or removed by the application', async () => {
    await write(1, 'kept');
    const change = ctx.database.transact(1, (tx) => tx.run("UPDATE audit_log SET outcome = 'gone'"));
    await expect(change).rejects.toThrow(/permission denied/);
    const remove = ctx.database.transact(1, (tx) => tx.run('DELETE FROM audit_log'));
    await expect(remove).rejects.toThrow(/permission denied/);
  });
});
