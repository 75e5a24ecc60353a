import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  givenContext,
  givenDatabase,
  givenMode,
  type TestContext,
  type TestDatabase,
} from '../../test-support/processes/database.ts';
import { givenCard } from '../../test-support/factories.ts';
import { TEST_KEYS } from '../../test-support/keys.ts';
import type { Mode } from '../config/mode.ts';
import { migrate } from './database/migrate.ts';
import { checkIdentity, holdToIdentity } from './instance-identity.ts';
import type { Keys } from './secrets/keys.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await givenContext();
  await givenMode(ctx, 'production');
  await holdToIdentity(ctx.database, 'production', TEST_KEYS);
});
afterEach(() => ctx.close());

const start = (keys: Keys = TEST_KEYS, mode: Mode = 'production') => holdToIdentity(ctx.database, mode, keys);
const key = (fill: number, length = 32) => Buffer.alloc(length, fill);
const OLD_INDEX = TEST_KEYS.panIndex.versions.get(1) as Buffer;

describe('a database that production has used', () => {
  it('starts again with the same mode and keys', async () => {
    await expect(start()).resolves.toBeUndefined();
  });

  it.each(['sandbox', 'staging'] as const)('cannot be used by %s and keeps its rows', async (mode) => {
    const fault = `belongs to an instance in production mode, and WATTLE_MODE is ${mode}. Nothing was changed.`;
    await expect(start(TEST_KEYS, mode)).rejects.toThrow(fault);
    await expect(checkIdentity(ctx.database, mode, TEST_KEYS)).rejects.toThrow(fault);
    await expect(migrate(ctx.ownerUrl, { mode })).rejects.toThrow(fault);
    expect(await ctx.asOwner('SELECT mode FROM instance_identity')).toEqual([{ mode: 'production' }]);
  });

  it.each([
    "UPDATE instance_identity SET mode = 'staging'",
    'DELETE FROM instance_identity',
    'TRUNCATE instance_identity',
  ])('keeps its mode, whoever runs %s', async (sql) => {
    await expect(ctx.asOwner(sql)).rejects.toThrow('the mode of an instance is never changed');
    await expect(ctx.database.transactShared((tx) => tx.run(sql))).rejects.toThrow('permission denied');
    await givenMode(ctx, 'staging');
    expect(await ctx.asOwner('SELECT mode FROM instance_identity')).toEqual([{ mode: 'production' }]);
  });

  it('has a clock that no one moves', async () => {
    const sql = 'UPDATE business_clock SET offset_ms = offset_ms + 1';
    await expect(ctx.asOwner(sql)).rejects.toThrow('the clock of production does not move');
    await expect(ctx.database.transactShared((tx) => tx.run(sql))).rejects.toThrow('does not move');
  });

  it.each([
    ['WATTLE_KEY_PAN', { pan: { current: 1, versions: new Map([[1, key(0x71)]]) } }],
    ['WATTLE_KEY_SEAL', { seal: { current: 1, versions: new Map([[1, key(0x72)]]) } }],
    ['WATTLE_KEY_NETWORK', { network: { current: 1, versions: new Map([[1, key(0x73)]]) } }],
    ['WATTLE_KEY_PEPPER', { pepper: key(0x74) }],
  ])('is refused with another %s, which is named', async (setting, changed) => {
    await expect(start({ ...TEST_KEYS, ...changed })).rejects.toThrow(
      `${setting}: version 1 is not the key that this database was used with`,
    );
  });

  it('names all wrong keys together', async () => {
    const wrong = { ...TEST_KEYS, token: { current: 1, versions: new Map([[1, key(0x75)]]) }, cvv: key(0x76, 16) };
    await expect(start(wrong)).rejects.toThrow(/WATTLE_KEY_TOKEN[^]*WATTLE_KEY_CVV/);
  });

  it('accepts a new version of a rotatable key and requires it at later starts', async () => {
    const second = (fill: number) => ({ current: 2, versions: new Map([[2, key(fill)]]) });
    await start({ ...TEST_KEYS, token: second(0x77) });
    await expect(start({ ...TEST_KEYS, token: second(0x78) })).rejects.toThrow('WATTLE_KEY_TOKEN');
  });

  it('refuses a new version of a key that cannot be rotated', async () => {
    const singleVersions = { ...TEST_KEYS.singleVersions, pepper: 2 };
    await expect(start({ ...TEST_KEYS, pepper: key(0x79), singleVersions })).rejects.toThrow(
      'WATTLE_KEY_PEPPER: this key cannot be replaced',
    );
  });

  it('refuses to start without an old version that rows still need', async () => {
    await givenCard(ctx);
    const rotated = { current: 2, versions: new Map([[2, key(0x23)]]) };
    await expect(start({ ...TEST_KEYS, panIndex: rotated })).rejects.toThrow(
      'WATTLE_KEY_PAN_INDEX: version 1 is still in use and was not given',
    );
    await start({ ...TEST_KEYS, panIndex: { ...rotated, versions: new Map([...rotated.versions, [1, OLD_INDEX]]) } });
    await ctx.asOwner('UPDATE card SET pan_hash_key_version = 2');
    await expect(start({ ...TEST_KEYS, panIndex: rotated })).resolves.toBeUndefined();
  });

  it('has a check for every column that stores the version of a key', async () => {
    const [used] = await ctx.asOwner<{ source: string }>(
      "SELECT prosrc AS source FROM pg_proc WHERE proname = 'key_version_is_used'",
    );
    const columns = await ctx.asOwner<{ relation: string; name: string }>(
      `SELECT table_name AS relation, column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name LIKE '%\\_key\\_version'`,
    );
    expect(columns.length).toBeGreaterThanOrEqual(11);
    const asked = (relation: string, name: string) =>
      new RegExp(`FROM ${relation} WHERE [^)]*\\b${name} = key_version`).test(used?.source ?? '');
    expect(columns.filter(({ relation, name }) => !asked(relation, name))).toEqual([]);
  });

  it('stores nothing that reveals a key', async () => {
    const rows = await ctx.asOwner<{ check_value: Buffer }>('SELECT check_value FROM instance_key');
    expect(rows.length).toBe(8);
    for (const { check_value: value } of rows) expect(value).toHaveLength(8);
  });
});

describe('a database without a mode', () => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await givenDatabase();
  });
  afterEach(() => fresh.close());
  const modes = () => fresh.asOwner('SELECT mode FROM instance_identity');
  const move = 'UPDATE business_clock SET offset_ms = offset_ms + 1';

  it('gets that of the first migration by a server, and keeps it', async () => {
    await migrate(fresh.ownerUrl, { mode: 'staging' });
    await migrate(fresh.ownerUrl, { mode: 'staging' });
    expect(await modes()).toEqual([{ mode: 'staging' }]);
    await expect(migrate(fresh.ownerUrl, { mode: 'production' })).rejects.toThrow(
      'belongs to an instance in staging mode, and WATTLE_MODE is production',
    );
    await expect(holdToIdentity(fresh.database, 'staging', TEST_KEYS)).resolves.toBeUndefined();
  });

  it('gets none from a server that does not own the tables, which does not start on it', async () => {
    const insert = "INSERT INTO instance_identity (instance_id, mode) VALUES (gen_random_uuid(), 'production')";
    await expect(fresh.database.transactShared((tx) => tx.run(insert))).rejects.toThrow(
      'the mode of an instance is written by the owner of its tables',
    );
    await expect(holdToIdentity(fresh.database, 'production', TEST_KEYS)).rejects.toThrow(
      'This database has no mode yet. Start a server with DATABASE_OWNER_URL, which writes it.',
    );
    // A server of the release before inserts at each start, and then asks what is there.
    await migrate(fresh.ownerUrl, { mode: 'production' });
    await fresh.database.transactShared((tx) => tx.run(`${insert} ON CONFLICT DO NOTHING`));
    expect(await modes()).toEqual([{ mode: 'production' }]);
  });

  it.each(['staging', 'sandbox'] as const)('is no %s where a programme was made in it before', async (mode) => {
    await fresh.asOwner("INSERT INTO tenant (id, name, created_at) VALUES (1, 'Harbour Mutual', '2026-11-20Z')");
    await expect(migrate(fresh.ownerUrl, { mode })).rejects.toThrow(
      `This database has a programme, and no server was started on it: it is production's, and WATTLE_MODE is ${mode}.`,
    );
    expect(await modes()).toEqual([]);
    await migrate(fresh.ownerUrl, { mode: 'production' });
    expect(await modes()).toEqual([{ mode: 'production' }]);
  });

  it('has in staging a clock that the owner of the tables moves alone', async () => {
    await givenMode(fresh, 'staging');
    await expect(fresh.database.transactShared((tx) => tx.run(move))).rejects.toThrow(
      'the clock of staging is moved by the owner of the tables',
    );
    await fresh.asOwner(move);
    expect(await fresh.asOwner('SELECT offset_ms FROM business_clock')).toEqual([{ offset_ms: '1' }]);
  });
});
