import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../test-support/processes/database.ts';
import { givenBrand } from '../../test-support/factories.ts';
import { productionSettings } from '../../test-support/processes/production-server.ts';
import { givenServerHome, type ServerHome } from '../../test-support/processes/server-process.ts';

let ctx: TestContext;
let home: ServerHome;
beforeEach(async () => {
  ctx = await givenContext();
  home = await givenServerHome();
});
afterEach(async () => {
  await home.close();
  await ctx.close();
});

it('a server on a database of somebody’s own keeps the password of its owner in no file', async () => {
  const settings = { ...productionSettings(ctx.url, await givenBrand(ctx)), DATABASE_OWNER_URL: ctx.ownerUrl };
  const instance = await home.launch(settings).ready();
  expect(instance).toMatchObject({ appUrl: ctx.url });
  expect(instance.ownerUrl).toBeUndefined();
  const [, password = ''] = /:\/\/[^:]+:([^@]+)@/.exec(ctx.ownerUrl) ?? [];
  expect(password).toMatch(/^\w{16,}$/);
  expect(readFileSync(path.join(home.dataFolder, 'instance.json'), 'utf8')).not.toContain(password);
});
