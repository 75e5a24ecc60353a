import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../test-support/processes/database.ts';
import { givenCard } from '../../test-support/factories.ts';
import { TEST_KEYS } from '../../test-support/keys.ts';
import { holdToIdentity } from './instance-identity.ts';
import type { Keys } from './secrets/keys.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await givenContext();
  await holdToIdentity(ctx.database, 'production', TEST_KEYS);
});
afterEach(() => ctx.close());

const start = (keys: Keys = TEST_KEYS, mode: 'sandbox' | 'production' = 'production') =>
  holdToIdentity(ctx.database, mode, keys);
const key = (fill: number, length = 32) => Buffer.alloc(length, fill);
const OLD_INDEX = TEST_KEYS.panIndex.versions.get(1) as Buffer;

describe('a database that production has used', () => {
  it('starts again with the same mode and keys', async () => {
    await expect(start()).resolves.toBeUndefined();
  });

  it('cannot be used by the sandbox and keeps its rows', async () => {
    await expect(start(TEST_KEYS, 'sandbox')).rejects.toThrow('belongs to an instance in production mode');
    expect(await ctx.asOwner('SELECT mode FROM instance_identity')).toEqual([{ mode: 'production' }]);
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
