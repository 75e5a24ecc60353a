import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../test-support/database.ts';
import { givenCard } from '../../test-support/factories.ts';
import { TEST_KEYS } from '../../test-support/keys.ts';
import { holdToIdentity } from './instance-identity.ts';
import type { Keys } from './keys.ts';

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
  it('is started again with the same mode and keys', async () => {
    await expect(start()).resolves.toBeUndefined();
  });

  it('is refused to the sandbox and keeps its rows', async () => {
    await expect(start(TEST_KEYS, 'sandbox')).rejects.toThrow('belongs to an instance in production mode');
    expect(await ctx.asOwner('SELECT mode FROM instance_identity')).toEqual([{ mode: 'production' }]);
  });

  it.each([
    ['WATTLE_KEY_PAN', { pan: { current: 1, versions: new Map([[1, key(0x71)]]) } }],
    ['WATTLE_KEY_SEAL', { seal: { current: 1, versions: new Map([[1, key(0x72)]]) } }],
    ['WATTLE_KEY_NETWORK', { network: key(0x73) }],
    ['WATTLE_KEY_PEPPER', { pepper: key(0x74) }],
  ])('is refused with another %s, which is named', async (setting, changed) => {
    await expect(start({ ...TEST_KEYS, ...changed })).rejects.toThrow(
      `${setting}: version 1 is not the key that this database was used with`,
    );
  });

  it('names every wrong key at once', async () => {
    const wrong = { ...TEST_KEYS, token: key(0x75), cvv: key(0x76, 16) };
    await expect(start(wrong)).rejects.toThrow(/WATTLE_KEY_TOKEN[^]*WATTLE_KEY_CVV/);
  });

  it('accepts a new version of a rotatable key and requires it at later starts', async () => {
    const singleVersions = { ...TEST_KEYS.singleVersions, token: 2 };
    await start({ ...TEST_KEYS, token: key(0x77), singleVersions });
    await expect(start({ ...TEST_KEYS, token: key(0x78), singleVersions })).rejects.toThrow('WATTLE_KEY_TOKEN');
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

  it('stores nothing that reveals a key', async () => {
    const rows = await ctx.asOwner<{ check_value: Buffer }>('SELECT check_value FROM instance_key');
    expect(rows.length).toBe(8);
    for (const { check_value: value } of rows) expect(value).toHaveLength(8);
  });
});
