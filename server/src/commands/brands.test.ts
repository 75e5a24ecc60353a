import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenMode } from '../../test-support/processes/database.ts';
import type { Mode } from '../config/mode.ts';
import { runBrands } from './brands.ts';
import { AppRoleError } from '../platform/database/app-role.ts';

const BRANDS = path.join(import.meta.dirname, '../../../brands');

let given: TestApp;
let folder: string;
beforeAll(async () => {
  given = await givenApp();
  await givenMode(given.ctx, 'production');
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-brand-'));
  await cp(path.join(BRANDS, 'tui'), folder, { recursive: true });
  await change('brand.json', (text) =>
    text
      .replaceAll('tui.example', 'kea.co.nz')
      .replace('1300 555 013', '0800 000 000')
      .replace('Southern Programmes', 'Kea Bank')
      .replace('"identifier": "tui"', '"identifier": "kea"')
      .replace('"id": 2', '"id": 33')
      .replace('"id": 3,', '"id": 33,')
      .replace('"name": "Tui"', '"name": "Kea"'),
  );
  await change('tokens.css', (text) => text.replaceAll("'tui'", "'kea'"));
});
afterAll(async () => {
  await given.close();
  await rm(folder, { recursive: true });
});

async function change(file: string, edit: (text: string) => string): Promise<void> {
  const full = path.join(folder, file);
  await writeFile(full, edit(await readFile(full, 'utf8')));
}

async function brands(...argv: string[]) {
  return brandsOn(given.ctx.url, argv);
}

type Hosts = { readonly origins?: readonly string[]; readonly deskHost?: string; readonly mode?: Mode };

async function brandsOn(
  databaseUrl: string,
  argv: readonly string[],
  defaultBrand?: string,
  { origins = [], deskHost, mode = 'production' }: Hosts = {},
) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await runBrands({
    argv,
    config: {
      ...given.ctx.config,
      mode,
      dataFolder: '/nowhere',
      databaseUrl,
      databaseOwnerUrl: undefined,
      defaultBrand,
      origins,
      desk: { ...given.ctx.config.desk, host: deskHost },
    },
    say: (line) => said.push(line),
    complain: (line) => complained.push(line),
  });
  return { code, said, complained };
}

test('in production, imports a brand into the database of the settings, and a running server shows it', async () => {
  expect((await given.app.inject('/api/brand/kea')).statusCode).toBe(404);
  expect(await brands('check', folder)).toMatchObject({ code: 0, said: ['kea: nothing is wrong with it'] });
  expect(await brands('import', folder)).toMatchObject({
    code: 0,
    said: ['kea: imported as version 1, /kea/ shows it'],
  });
  // Servers cache brands for a second.
  given.ctx.advance(1_000);
  expect((await given.app.inject('/api/brand/kea')).json()).toMatchObject({
    BrandName: 'Kea',
    BrandId: 33,
    LoginMethodId: 3,
  });
  expect(await brands('import', folder)).toMatchObject({ code: 0, said: ['kea: nothing has changed'] });
  expect((await brands('list')).said).toEqual([
    expect.stringMatching(/^kea\tKea\tbrand 33, tenant 33 \(Kea Bank\)\t2\d{3}-/),
  ]);
});

test('moves the update time when something changed, and a running server says so', async () => {
  await brands('import', folder);
  given.ctx.advance(1_000);
  const updateTime = async () => {
    const answer = await given.app.inject({
      method: 'POST',
      url: '/api/brand/GetUpdateTime',
      payload: { identifier: 'kea' },
    });
    return answer.json<{ UpdateTime: string }>().UpdateTime;
  };
  const before = await updateTime();
  await brands('import', folder);
  expect(await updateTime()).toBe(before);
  await change('texts/enAU.json', (text) => text.replace('Your money, close to home', 'Your money, up in the snow'));
  await brands('import', folder);
  expect(Date.parse(await updateTime())).toBeGreaterThan(Date.parse(before));
});

test('reports everything that is wrong, goes on with the next brand, and exits with the code of a refusal', async () => {
  const bad = await mkdtemp(path.join(tmpdir(), 'wattle-brand-'));
  await cp(path.join(BRANDS, 'stumps'), bad, { recursive: true });
  await rm(path.join(bad, 'hero.svg'));
  await rm(path.join(bad, 'tokens.css'));
  const demo = 'is a brand of the demo, which is for the sandbox: copy it under a name of your own';
  const reported = [
    [`tokens.css: is missing`, 'hero.svg: is missing', `brand.json: identifier: ${demo}`]
      .map((line) => `${bad}/${line}`)
      .join('\n'),
  ];
  expect(await brands('check', bad, folder)).toMatchObject({
    code: 1,
    complained: reported,
    said: ['kea: nothing is wrong with it'],
  });
  expect(await brands('import', bad)).toMatchObject({
    code: 1,
    complained: ['Using the database of DATABASE_URL', ...reported],
    said: [],
  });
  given.ctx.advance(1_000);
  expect((await given.app.inject('/api/brand/stumps')).statusCode).toBe(404);
  await rm(bad, { recursive: true });
});

test.each(['sandbox', 'staging'] as const)('imports nothing into production by settings of %s', async (mode) => {
  const demo = path.join(BRANDS, 'stumps');
  const words = `This database belongs to an instance in production mode, and WATTLE_MODE is ${mode}. Nothing was changed.`;
  for (const argv of [['import', demo], ['list']])
    await expect(brandsOn(given.ctx.url, argv, undefined, { mode })).rejects.toThrow(words);
  given.ctx.advance(1_000);
  expect((await given.app.inject('/api/brand/stumps')).statusCode).toBe(404);
});

test('says where a site is at another host than the deployment, and imports it', async () => {
  const { hostname } = new URL(
    /"BrandUrl": "([^"]+)"/.exec(await readFile(path.join(folder, 'brand.json'), 'utf8'))?.[1] ?? '',
  );
  const check = async (hosts: Hosts) => (await brandsOn(given.ctx.url, ['check', folder], undefined, hosts)).said;
  const right = 'kea: nothing is wrong with it';
  expect(await check({})).toEqual([right]);
  expect(await check({ origins: ['https://other.test', `https://${hostname}`] })).toEqual([right]);
  const about = `${path.join(folder, 'brand.json')}: settings.BrandUrl: is at ${hostname}, `;
  expect(await check({ origins: ['https://cards.test'] })).toEqual([
    `${about}and WATTLE_ORIGINS has cards.test: links in messages lead to ${hostname}, which has to lead here\n${right}`,
  ]);
  expect(await check({ deskHost: hostname })).toEqual([
    `${about}where WATTLE_DESK_HOST has the desk and nothing else\n${right}`,
  ]);
  const imported = await brandsOn(given.ctx.url, ['import', folder], undefined, { origins: ['https://cards.test'] });
  expect([imported.code, imported.said[0]]).toEqual([0, expect.stringContaining(`${about}and WATTLE_ORIGINS`)]);
});

test('names what a brand still has of the demo, imports it and says so', async () => {
  const copied = await mkdtemp(path.join(tmpdir(), 'wattle-brand-'));
  await cp(path.join(BRANDS, 'wattle'), copied, { recursive: true });
  const file = path.join(copied, 'brand.json');
  const own = (await readFile(file, 'utf8')).replace('"wattle"', '"weka"').replaceAll('"id": 1', '"id": 34');
  await writeFile(file, own.replace('"name": "Harbour Mutual",', '"name": "Weka",'));
  const tokens = path.join(copied, 'tokens.css');
  await writeFile(tokens, (await readFile(tokens, 'utf8')).replaceAll("'wattle'", "'weka'"));
  const left = [
    'tenant.name: still has "Harbour Mutual"',
    'settings.BrandUrl: still has ".example"',
    'settings.TermsUrl: still has ".example"',
    'settings.FsgUrl: still has ".example"',
    'settings.CompanyUrl: still has ".example"',
    'settings.SupportPhoneNumber: still has "1300 555 010"',
    'settings.DefaultMaskedCardNumber: still has "9036 00"',
    'settings.RewardProviderName: still has "Harbour Points"',
  ].map((line) => `${file}: ${line} of the demo`);
  expect(await brands('check', copied)).toMatchObject({ code: 1, said: [], complained: [left.join('\n')] });
  const imported = [...left, 'weka: imported as version 1, /weka/ shows it'].join('\n');
  expect(await brands('import', copied)).toMatchObject({ code: 0, said: [imported] });
  await rm(copied, { recursive: true });
});

test('says how it is used', async () => {
  expect(await brands()).toMatchObject({ code: 0, said: [expect.stringContaining('import DIR')] });
  for (const argv of [['import'], ['check'], ['delete', 'tui'], ['list', 'x']]) {
    expect(await brands(...argv)).toMatchObject({ code: 2, complained: [expect.stringContaining('import DIR')] });
  }
});

test('refuses the URL of the role that owns the tables, for which no policy holds', async () => {
  const asOwner = brandsOn(given.ctx.ownerUrl, ['import', folder]);
  await expect(asOwner).rejects.toThrow(AppRoleError);
});

test('a default brand that does not exist is refused after the last import, as when a server starts', async () => {
  const { ctx } = given;
  const imported = await brandsOn(ctx.url, ['import', folder], 'moa');
  expect(imported).toMatchObject({ code: 1, said: ['kea: nothing has changed'] });
  expect(imported.complained.at(-1)).toMatch(/^WATTLE_DEFAULT_BRAND: there is no brand moa, only .*kea/);
  expect(await brandsOn(ctx.url, ['import', folder], 'kea')).toMatchObject({ code: 0 });
});

test.each(['wattle', 'stumps', 'tui', 'ledgerline'])('production takes no brand of the demo: %s', async (name) => {
  for (const command of ['check', 'import']) {
    const { code, said, complained } = await brands(command, path.join(BRANDS, name));
    expect([code, said]).toEqual([1, []]);
    expect(complained.at(-1)).toContain('identifier: is a brand of the demo, which is for the sandbox');
  }
  expect((await given.app.inject(`/api/brand/${name}`)).statusCode).toBe(404);
});
