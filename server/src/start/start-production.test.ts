import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { givenContext, givenMode, type TestContext } from '../../test-support/processes/database.ts';
import { givenAccount, givenBrand, givenCard } from '../../test-support/factories.ts';
import { productionSettings } from '../../test-support/processes/production-server.ts';
import { TEST_KEYS } from '../../test-support/keys.ts';
import { runSim } from '../commands/sim.ts';
import { postSignIn } from '../commands/desk/client.ts';
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

it('a server in staging takes purchases that sim signs with its key, and goes by the clock that its owner moves', async () => {
  const account = await givenAccount(ctx, { balance: 10_000n });
  const card = await givenCard(ctx, { account, expiry: `${new Date().getUTCFullYear() + 2}-11` });
  await givenMode(ctx, 'staging');
  const settings = { ...productionSettings(ctx.url, card.brand), WATTLE_MODE: 'staging' };
  const { baseUrl } = await home.launch(settings).ready();
  const sim = async (...argv: string[]) => {
    const said: string[] = [];
    const code = await runSim({
      argv,
      config: { dataFolder: home.dataFolder, namedSecrets: new Map(), databaseOwnerUrl: ctx.ownerUrl },
      readKeys: () => TEST_KEYS,
      now: () => Date.now(),
      say: (line) => said.push(line),
      complain: (line) => said.push(line),
    });
    return { code, said };
  };
  const bought = await sim(
    'purchase',
    '--card',
    card.pan,
    '--amount',
    '12.34',
    '--merchant',
    'Corner Cafe',
    '--mcc',
    '5814',
  );
  expect(bought).toMatchObject({ code: 0, said: [expect.stringContaining('"answer":"00"')] });

  expect((await sim('clock', '--forward', '3d')).code).toBe(0);
  const ahead = async () => {
    const response = await fetch(`${baseUrl}/api/config/getServerTime`, { method: 'POST' });
    expect(response.headers.get('wattle-mode')).toBe('staging');
    const { ServerTime } = (await response.json()) as { ServerTime: string };
    return Math.round((Date.parse(ServerTime) - Date.now()) / 86_400_000);
  };
  await vi.waitFor(async () => expect(await ahead()).toBe(3), { timeout: 10_000, interval: 100 });

  const refused = await postSignIn(baseUrl, { tenant: 1, name: 'nobody', password: 'None-Such-2026' });
  expect(refused).toMatchObject({ ok: false, isStaging: true });
});
