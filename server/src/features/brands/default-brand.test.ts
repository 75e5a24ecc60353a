import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenBrand } from '../../../test-support/factories.ts';
import { findBrand, listBrandsToChoose } from './find-brand.ts';
import { refuseUnknownDefault } from './refuse-unknown-default.ts';

describe('an address without a brand', () => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await givenContext();
  });
  afterEach(() => ctx.close());

  const setTo = (defaultBrand: string | undefined, mode: 'production' | 'sandbox' = 'production') => ({
    ...ctx,
    config: { ...ctx.config, mode, defaultBrand },
  });
  const shown = async (server: ReturnType<typeof setTo>) => (await findBrand(server, undefined, 'x'))?.identifier;
  const offered = async (server: ReturnType<typeof setTo>) =>
    (await listBrandsToChoose(server)).map(({ identifier }) => identifier);

  it('shows the only brand, whatever its name, and a restart is not refused', async () => {
    await givenBrand(ctx, { identifier: 'kea' });
    expect(await shown(setTo(undefined))).toBe('kea');
    expect(await offered(setTo(undefined))).toEqual([]);
    expect(await refuseUnknownDefault(ctx.database, undefined)).toBe(1);
  });

  it('offers all brands where there are several and none is set', async () => {
    await givenBrand(ctx, { identifier: 'kea' });
    await givenBrand(ctx, { identifier: 'wattle' });
    expect(await shown(setTo(undefined))).toBeUndefined();
    expect(await offered(setTo(undefined))).toEqual(['kea', 'wattle']);
    expect(await shown(setTo('kea'))).toBe('kea');
    expect(await offered(setTo('kea'))).toEqual([]);
  });

  it('shows the brand of the demo in the sandbox', async () => {
    await givenBrand(ctx, { identifier: 'kea' });
    await givenBrand(ctx, { identifier: 'wattle' });
    expect(await shown(setTo(undefined, 'sandbox'))).toBe('wattle');
  });

  it('refuses a default brand that does not exist, before the first brand and after it', async () => {
    await expect(refuseUnknownDefault(ctx.database, 'kea')).rejects.toThrow('there is no brand kea, and no other yet');
    await givenBrand(ctx, { identifier: 'moa' });
    await expect(refuseUnknownDefault(ctx.database, 'kea')).rejects.toThrow('there is no brand kea, only moa');
  });
});
