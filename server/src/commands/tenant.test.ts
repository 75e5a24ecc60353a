import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasesOf, givenCells, move, type TestCell } from '../../test-support/processes/cells.ts';
import { TEST_START } from '../../test-support/processes/database.ts';
import { givenCard, type TestCard } from '../../test-support/factories.ts';
import { TEST_SECRETS } from '../../test-support/ledger/sealed.ts';
import { brokenIn } from '../../test-support/ledger/verified.ts';
import { readConfig } from '../config/config.ts';
import { unfreeze } from '../platform/cells/move.ts';
import { runTenant } from './tenant.ts';

let cells: [TestCell, TestCell];
let card: TestCard;
beforeAll(async () => {
  cells = await givenCells();
  card = await givenCard(cells[0].ctx, { balance: 100_00n });
});
afterAll(async () => {
  for (const cell of cells) await cell.close();
});

async function run(...argv: string[]) {
  const [said, complained]: [string[], string[]] = [[], []];
  const databases = [...databasesOf(cells)].map(([name, url]) => `${name}=${url}`).join(',');
  const code = await runTenant({
    argv,
    config: readConfig({ WATTLE_CLUSTER_DATABASES: databases }, (file) => file),
    seal: TEST_SECRETS.seal,
    nowMs: Date.parse(TEST_START),
    say: (line) => said.push(line),
    complain: (line) => complained.push(line),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
}

const lastId = async ({ ctx }: TestCell) => {
  const [row] = await ctx.asOwner<{ id: string }>("SELECT nextval('card_id_seq')::text AS id");
  return BigInt(row?.id ?? 0);
};

it('npm run tenant says how it is used', async () => {
  expect(await run()).toMatchObject({ code: 0, complained: '' });
  for (const argv of [
    ['move'],
    ['move', '7'],
    ['move', 'x', 'b'],
    ['move', '7', 'b', '--now'],
    ['list', '7'],
    ['forget', '7'],
  ]) {
    expect(await run(...argv)).toMatchObject({ code: 2, said: '' });
  }
});

it.each([
  [{}, 'WATTLE_CLUSTER_DATABASES: must name two clusters'],
  [
    { WATTLE_CLUSTER_DATABASES: 'a=postgres://x:secret@h/w,a=postgres://h/w' },
    'WATTLE_CLUSTER_DATABASES: must be names',
  ],
  [
    { WATTLE_CLUSTER_DATABASES: 'a=postgres://x:secret@h,i/w,B=postgres://h/w' },
    'WATTLE_CLUSTER_DATABASES: must be names',
  ],
  [{ WATTLE_CLUSTERS: 'a=https://a.example,https://b.example' }, 'WATTLE_CLUSTERS: must be names'],
  [{ WATTLE_CLUSTER_DATABASES: 'a=mysql://x:secret@h/w' }, 'WATTLE_CLUSTER_DATABASES: must be names'],
  [{ WATTLE_CLUSTERS: 'a=https://a.example' }, 'WATTLE_CLUSTER: must be one'],
  [{ WATTLE_CLUSTER: 'b', WATTLE_CLUSTERS: 'a=https://a.example' }, 'WATTLE_CLUSTER: must be one'],
])('settings that are wrong are refused, and no password is printed: %j', async (settings, message) => {
  const start = async () =>
    runTenant({
      argv: ['list'],
      config: readConfig(settings, (file) => file),
      seal: undefined,
      say: () => {},
      complain: () => {},
    });
  await expect(start()).rejects.toThrow(message);
  await expect(start()).rejects.not.toThrow('secret');
});

describe('two clusters', () => {
  it('have numbers of their own once the second is prepared, which has to be empty', async () => {
    const [a, b] = cells;
    const before = await lastId(a);
    expect(await run('move', String(card.brand.tenantId), 'b')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('b is no cell yet'),
    });
    expect((await run('prepare', 'a')).complained).toContain('only an empty one');
    expect(await run('prepare', 'b')).toMatchObject({ code: 0 });
    expect(await run('prepare', 'b')).toMatchObject({ code: 0 });
    const [ofA, ofB] = [
      [await lastId(a), await lastId(a)],
      [await lastId(b), await lastId(b)],
    ];
    expect([ofA, ofB].map((ids) => ids.map((id) => Number(id % 10n)))).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(ofA[0]).toBeGreaterThan(before);
    expect(ofB[0]).toBeGreaterThan(before);
  });

  it('refuse a tenant with other keys, a held instance and a tenant that nobody has', async () => {
    const [a, b] = cells;
    await b.ctx.asOwner("UPDATE instance_key SET check_value = '\\x0102030405060708' WHERE name = 'pan'");
    await a.ctx.asOwner(
      'INSERT INTO instance_hold (tenant_id, held_at, restored_to) SELECT id, now(), now() FROM tenant',
    );
    const { code, complained } = await run('move', String(card.brand.tenantId), 'b');
    expect([code, complained.split('\n')]).toEqual([
      1,
      ['a was restored and is held: release it first', 'key pan 1 is another one at b'],
    ]);
    await a.ctx.asOwner('DELETE FROM instance_hold');
    await b.ctx.asOwner("UPDATE instance_key b SET check_value = $1 WHERE name = 'pan'", [
      (await a.ctx.asOwner<{ check_value: Buffer }>("SELECT check_value FROM instance_key WHERE name = 'pan'"))[0]
        ?.check_value,
    ]);
    // Melbourne is in 2027 by then. By the business clock, which may be ahead, as well.
    const turned = { tenantId: card.brand.tenantId, to: 'b', nowMs: Date.parse('2026-12-31T13:30:00Z') };
    await expect(move(cells, turned)).rejects.toThrow('it is the turn of a year');
    for (const { ctx } of cells) await ctx.asOwner('UPDATE business_clock SET offset_ms = 86400000 * 2');
    const ahead = { ...turned, nowMs: Date.parse('2026-12-29T12:00:00Z') };
    await expect(move(cells, ahead)).rejects.toThrow('it is the turn of a year');
    for (const { ctx } of cells) await ctx.asOwner('UPDATE business_clock SET offset_ms = 0');
    expect(await run('move', '999', 'b')).toMatchObject({ code: 1, complained: 'No cluster has tenant 999.' });
    expect(await run('move', String(card.brand.tenantId), 'c')).toMatchObject({ code: 1 });
  });

  it('find a row that is missing at the target, and the tenant goes on where it is', async () => {
    const { tenantId } = card.brand;
    const losing = move(cells, {
      tenantId,
      to: 'b',
      faultOfChains: async (target) => {
        await target.query('DELETE FROM transaction_detail');
        await target.query(`UPDATE card SET name_on_card = 'SOMEBODY ELSE' WHERE id = ${card.id}`).catch(() => {});
        await target.query(`DELETE FROM card WHERE id = ${card.id}`);
        return undefined;
      },
    });
    await expect(losing).rejects.toThrow(/differs: 1 rows .* there 0/);
    expect(await run('list')).toMatchObject({ said: expect.stringContaining(`tenant ${tenantId} frozen`) });
    await unfreeze({ databases: databasesOf(cells), tenantId, to: 'b', say: () => {} });
    expect(await run('list')).toMatchObject({ said: expect.stringContaining(`a: tenant ${tenantId} here`) });
    expect(await run('move', String(tenantId), 'b', '--back')).toMatchObject({ code: 0 });
    expect(await run('move', String(tenantId), 'b', '--back')).toMatchObject({ code: 1 });
  });

  it('move a tenant, and say which has it when one was restored', async () => {
    const [a, b] = cells;
    const id = String(card.brand.tenantId);
    expect((await run('move', id, 'b')).said).toMatch(/switched: writes waited \d+\.\d\d s/);
    expect(await run('move', id, 'b')).toMatchObject({ code: 0, said: `tenant ${id} is at b` });
    expect(await brokenIn(b.ctx)).toEqual([]);
    expect(
      await b.ctx.asOwner(
        'SELECT FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid WHERE d.datname = current_database()',
      ),
    ).toHaveLength(0);
    expect(await a.ctx.asOwner('SELECT FROM pg_publication')).toHaveLength(0);
    expect(
      await a.ctx.asOwner(
        "SELECT FROM pg_roles WHERE rolname LIKE 'wattle_move_' || (SELECT oid FROM pg_database WHERE datname = current_database()) || '%'",
      ),
    ).toHaveLength(0);
    expect(
      await a.ctx.asOwner("SELECT FROM pg_class WHERE relreplident = 'f' AND relnamespace = 'public'::regnamespace"),
    ).toHaveLength(0);
    // The state after a restore to a moment before the move.
    await a.ctx.asOwner("UPDATE tenant_place SET state = 'here', cluster = 'a', epoch = 1");
    expect((await run('list')).said).toContain(`TENANT ${id} IS AT b AND a: b had it last`);
    expect(await run('move', id, 'a')).toMatchObject({ code: 1 });
    expect(await run('settle', id)).toMatchObject({ code: 0 });
    expect((await run('list')).said).toContain(`a: tenant ${id} gone, at b, epoch 2`);
    expect(await run('forget', id, 'b')).toMatchObject({ code: 1 });
    expect(await run('forget', id, 'a')).toMatchObject({ code: 0 });
  });
});
