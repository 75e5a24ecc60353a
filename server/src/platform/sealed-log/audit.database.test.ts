import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext } from '../../../test-support/processes/database.ts';
import type { TestContext } from '../../../test-support/processes/database.ts';
import { sealAll, TEST_SECRETS } from '../../../test-support/ledger/sealed.ts';
import { audit } from './audit.ts';
import { AUDIT_CHAIN, AUDIT_COLUMNS } from './audit-chain.ts';
import { extendChain } from './seal.ts';
import { chainStep, readSealLag } from './verify-seals.ts';
import type { ChainEnd } from './verify-seals.ts';

/** A value as PostgreSQL sends it: type, length, bytes. */
const field = (oid: number, bytes: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeInt32BE(oid, 0);
  head.writeInt32BE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

describe('the audit log', () => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await givenContext();
    await ctx.asOwner("INSERT INTO tenant (id, name) VALUES (1, 'One'), (2, 'Two')");
  });
  afterEach(() => ctx.close());

  const write = (tenantId: number, action: string) =>
    ctx.database.transact(tenantId, async (tx) =>
      audit(tx, ctx.clocks, { tenantId, actor: 'system', action, outcome: 'ok', details: { b: 1, a: 'x' } }),
    );

  const context = () => ({ database: ctx.database, secrets: TEST_SECRETS, security: ctx.clocks.security });
  /** One pass. It seals nothing while a transaction of any test is open. */
  const pass = () => extendChain(context(), AUDIT_CHAIN);
  const seal = () => sealAll(ctx, { security: ctx.clocks.security }, AUDIT_CHAIN);

  async function look() {
    const owner = new pg.Client({ connectionString: ctx.ownerUrl });
    await owner.connect();
    try {
      await owner.query('BEGIN READ ONLY');
      const sealed: number[] = [];
      const onEnd = (end: ChainEnd) => void sealed.push(end.rows);
      const found = await chainStep(AUDIT_CHAIN, { rule: '', check: TEST_SECRETS.seal, onEnd }).run(owner, () => {});
      const lag = await readSealLag(owner, AUDIT_CHAIN);
      return { sealed, waiting: lag.waiting, faults: [...found.findings, ...lag.found.findings] };
    } finally {
      await owner.end();
    }
  }

  it('stores who, what, when by the security clock, and the outcome', async () => {
    ctx.setBusinessTime('2027-01-01T00:00:00Z');
    await ctx.database.transact(1, async (tx) =>
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

  describe('the seal of the audit log', () => {
    it('is per tenant, uses the key, and verifies', async () => {
      await write(1, 'first');
      await write(2, 'other');
      await write(1, 'second');
      expect(await seal()).toBe(2);
      await write(1, 'third');
      expect(await seal()).toBe(1);
      expect(await seal()).toBe(0);
      await write(1, 'fourth');
      expect(await look()).toEqual({ sealed: [3, 1], waiting: 1n, faults: [] });
      expect(await ctx.asOwner('SELECT tenant_id, seq, lines, key_version FROM audit_seal ORDER BY 1, 2')).toEqual([
        { tenant_id: 1, seq: '1', lines: 2, key_version: 1 },
        { tenant_id: 1, seq: '2', lines: 1, key_version: 1 },
        { tenant_id: 2, seq: '1', lines: 1, key_version: 1 },
      ]);
    });

    it('covers a line as the bytes that PostgreSQL sends', async () => {
      await ctx.asOwner(`INSERT INTO audit_log (id, tenant_id, at, actor, action, object, outcome, request_id, details)
        OVERRIDING SYSTEM VALUE VALUES
        (7, 1, '2000-01-01T00:00:01Z', 'web:1', 'seen', NULL, 'ok', 'r-1', '{"bb": 1, "a": "x"}')`);
      await seal();
      const text = (value: string) => field(25, Buffer.from(value));
      const content = sha256(
        Buffer.concat([
          Buffer.from('00000009', 'hex'),
          field(20, Buffer.from('0000000000000007', 'hex')),
          field(23, Buffer.from('00000001', 'hex')),
          // A million microseconds after the start of 2000.
          field(1184, Buffer.from('00000000000f4240', 'hex')),
          text('web:1'),
          text('seen'),
          // Null: a text without a length.
          Buffer.from('00000019ffffffff', 'hex'),
          text('ok'),
          text('r-1'),
          // jsonb: version 1, shorter keys first.
          field(3802, Buffer.from('\u0001{"a": "x", "bb": 1}')),
        ]),
      );
      const hash = createHmac('sha256', Buffer.alloc(32, 0x66))
        .update(Buffer.alloc(32))
        .update('[1,"1","7","2026-11-20T02:00:00.000Z",1,1]')
        .update(content)
        .digest();
      expect(await ctx.asOwner('SELECT content, hash FROM audit_seal')).toEqual([{ content, hash }]);
    });

    it('covers every column of a line', async () => {
      const columns = await ctx.asOwner<{ name: string }>(
        "SELECT column_name::text AS name FROM information_schema.columns WHERE table_name = 'audit_log'",
      );
      expect(columns.map(({ name }) => name).toSorted()).toEqual([...AUDIT_COLUMNS].toSorted());
    });

    it('is written once when several sealers run at the same time', async () => {
      for (let line = 0; line < 20; line += 1) await write(1, `line ${line}`);
      const made = await Promise.all([seal(), seal(), seal()]);
      expect(made.toSorted()).toEqual([0, 0, 1]);
      expect(await look()).toEqual({ sealed: [20], waiting: 0n, faults: [] });
    });

    it('covers a thousand lines at most', async () => {
      await ctx.asOwner(`INSERT INTO audit_log (tenant_id, at, actor, action, outcome)
        SELECT 1, '2026-11-20T02:00:00Z', 'system', 'line ' || n, 'ok' FROM generate_series(1, 2500) AS n`);
      expect(await seal()).toBe(3);
      expect(await ctx.asOwner('SELECT lines FROM audit_seal ORDER BY seq')).toEqual([
        { lines: 1000 },
        { lines: 1000 },
        { lines: 500 },
      ]);
    });

    it('waits until no line with a lower id can still commit', async () => {
      const [inserted, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = ctx.database.transact(1, async (tx) => {
        audit(tx, ctx.clocks, { tenantId: 1, actor: 'system', action: 'slow', outcome: 'ok' });
        // The insert is pipelined and not awaited: the next query is answered after it.
        await tx.query('SELECT 1');
        inserted.resolve();
        await release.promise;
      });
      await inserted.promise;
      await write(1, 'quick');
      expect(await pass()).toBe(0);
      expect(await pass()).toBe(0);
      release.resolve();
      await slow;
      expect(await seal()).toBe(1);
      expect(await look()).toEqual({ sealed: [2], waiting: 0n, faults: [] });
    });

    it('is safe, because a transaction has its id before it draws one for a line', async () => {
      await ctx.asOwner(`
        CREATE FUNCTION drawn() RETURNS bigint LANGUAGE plpgsql AS $$
        BEGIN
          IF pg_current_xact_id_if_assigned() IS NULL THEN RAISE 'a line draws before its transaction'; END IF;
          RETURN 1;
        END $$;
        ALTER TABLE audit_log ALTER COLUMN id DROP IDENTITY;
        ALTER TABLE audit_log ALTER COLUMN id SET DEFAULT drawn()`);
      const bare = ctx.database.transact(1, (tx) =>
        tx.run(
          "INSERT INTO audit_log (tenant_id, at, actor, action, outcome) VALUES (1, '2026-11-20', 'a', 'b', 'ok')",
        ),
      );
      await expect(bare).rejects.toThrow('a line draws before its transaction');
      await write(1, 'by the one way');
    });
  });

  describe('verification reports', () => {
    beforeEach(async () => {
      for (const action of ['one', 'two', 'three']) await write(1, action);
      await seal();
      await write(1, 'four');
      await seal();
    });

    /** Changes the rows as a malicious superuser would. */
    const damage = (sql: string) => ctx.asOwner(`SET session_replication_role = replica; ${sql}`);
    const faults = async () => (await look()).faults.map((fault) => Object.values(fault).join(': '));

    it('a changed line', async () => {
      await damage("UPDATE audit_log SET outcome = 'refused' WHERE action = 'two'");
      expect(await faults()).toEqual([
        'audit-chain: tenant 1, seal 1, lines after 0 up to 3: lines were changed after they had been sealed',
      ]);
    });

    it('a deleted line', async () => {
      await damage("DELETE FROM audit_log WHERE action = 'two'");
      expect(await faults()).toEqual([
        'audit-chain: tenant 1, seal 1, lines after 0 up to 3: 3 lines were sealed, 2 are there',
      ]);
    });

    it('a line that the sealer skipped or that was inserted later', async () => {
      await damage(`INSERT INTO audit_log (id, tenant_id, at, actor, action, outcome) OVERRIDING SYSTEM VALUE
        VALUES (-5, 1, '2026-11-20T02:00:00Z', 'system', 'slipped in', 'ok')`);
      expect(await faults()).toEqual([
        'audit-passed-over: tenant 1, seal 1, lines after 0 up to 3: 3 lines were sealed, 4 are there',
      ]);
    });

    it('a deleted seal', async () => {
      await damage('DELETE FROM audit_seal WHERE seq = 1');
      expect(await faults()).toEqual(['audit-chain: tenant 1, seal 2: follows a gap, 1 is missing']);
    });

    it.each([
      'lines_to = lines_to + 1',
      'lines = 7',
      "sealed_at = sealed_at - interval '1 day'",
      "content = decode(repeat('00', 32), 'hex')",
      "hash = decode(repeat('00', 32), 'hex')",
      'key_version = 2',
      'format = 9',
    ])('a seal whose %s', async (fact) => {
      await damage(`UPDATE audit_seal SET ${fact} WHERE seq = 1`);
      expect((await look()).faults[0]).toMatchObject({ invariant: 'audit-chain', where: 'tenant 1, seal 1' });
    });

    it('a seal that was recomputed after a change without the key', async () => {
      await damage("DELETE FROM audit_seal WHERE seq = 2; UPDATE audit_log SET actor = 'nobody' WHERE action = 'four'");
      const mine = { ...TEST_SECRETS, seal: () => ({ hash: Buffer.alloc(32, 1), keyVersion: 1 }) };
      await sealAll(ctx, { secrets: mine }, AUDIT_CHAIN);
      expect(await faults()).toEqual([
        'audit-chain: tenant 1, seal 2: was changed, or does not follow the one before it, or has another key',
      ]);
    });

    it('lines that stay unsealed for minutes while the log continues', async () => {
      await write(1, 'five');
      await write(1, 'six');
      ctx.setSecurityTime('2026-11-20T02:05:00Z');
      await write(1, 'in time');
      expect(await faults()).toEqual([]);
      ctx.setSecurityTime('2026-11-20T02:05:01Z');
      await write(1, 'late');
      expect(await faults()).toEqual([
        'audit-lag: tenant 1: 4 lines wait for their seal since before 2026-11-20T02:00:00Z',
      ]);
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
