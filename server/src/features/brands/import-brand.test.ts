import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { importBrand } from './import-brand.ts';

const BRANDS = path.join(import.meta.dirname, '../../../../brands');

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-brand-'));
  await cp(path.join(BRANDS, 'wattle'), folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

async function change(file: string, edit: (text: string) => string): Promise<void> {
  const full = path.join(folder, file);
  await writeFile(full, edit(await readFile(full, 'utf8')));
}

type BrandJson = {
  id: number;
  identifier: string;
  tenant: { id: number; name: string };
  settings: Record<string, unknown>;
};

const changeJson = (edit: (brand: BrandJson) => void) =>
  change('brand.json', (text) => {
    const brand = JSON.parse(text) as BrandJson;
    edit(brand);
    return JSON.stringify(brand);
  });

describe('importing a brand', () => {
  it.each(['wattle', 'stumps', 'tui', 'ledgerline'])(
    'takes the files of %s, and again without a change',
    async (name) => {
      expect(await importBrand(given.ctx, path.join(BRANDS, name))).toMatchObject({
        identifier: name,
        isChanged: true,
      });
      expect(await importBrand(given.ctx, path.join(BRANDS, name))).toMatchObject({
        identifier: name,
        isChanged: false,
      });
      const { app } = given;
      const view = (await app.inject(`/api/brand/${name}`)).json<{ Assets: Record<string, string> }>();
      for (const address of Object.values(view.Assets)) {
        expect((await app.inject(address)).statusCode).toBe(200);
      }
      const cards = await readdir(path.join(BRANDS, name, 'cards'));
      expect(cards.length).toBeGreaterThan(0);
      for (const card of cards) expect((await app.inject(`/assets/brands/${name}/card-${card}`)).statusCode).toBe(200);
    },
  );

  it('moves the time of its change only when something changed: a setting, a wording or a picture', async () => {
    const updatedAt = async () =>
      (await given.app.inject('/api/brand/wattle')).json<{ UpdateTime: string }>().UpdateTime;
    await importBrand(given.ctx, folder);
    let last = await updatedAt();
    const edits: (() => Promise<void>)[] = [
      () => changeJson((brand) => (brand.settings['SupportPhoneNumber'] = '1300 555 011')),
      () => change('logo.svg', (svg) => `${svg}\n`),
      () => rm(path.join(folder, 'cards/gift.svg')),
    ];
    for (const edit of edits) {
      given.ctx.advance(60_000);
      expect((await importBrand(given.ctx, folder)).isChanged).toBe(false);
      expect(await updatedAt()).toBe(last);
      await edit();
      expect((await importBrand(given.ctx, folder)).isChanged).toBe(true);
      expect(await updatedAt()).not.toBe(last);
      last = await updatedAt();
    }
    expect((await given.app.inject('/assets/brands/wattle/card-gift.svg')).statusCode).toBe(404);
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    ['a file is missing', () => rm(path.join(folder, 'hero.svg')), /hero\.svg: is missing/],
    ['brand.json is no JSON', () => change('brand.json', () => '{'), /brand\.json: is not JSON/],
    [
      'a setting is missing',
      () => changeJson((brand) => delete brand.settings['LoginMethodId']),
      /brand\.json: settings\.LoginMethodId: /,
    ],
    [
      'a setting is unknown',
      () => changeJson((brand) => (brand.settings['Colour'] = 'red')),
      /brand\.json: settings: .*Colour/,
    ],
    [
      'a link runs a script',
      () => changeJson((brand) => (brand.settings['TermsUrl'] = 'javascript:alert(1)')),
      /brand\.json: settings\.TermsUrl: must be an http or https address/,
    ],
    [
      'its identifier is a route',
      () => changeJson((brand) => (brand.identifier = 'login')),
      /brand\.json: identifier: is a reserved address/,
    ],
    [
      'its identifier belongs to the server',
      () => changeJson((brand) => (brand.identifier = 'api')),
      /brand\.json: identifier: is a reserved/,
    ],
    [
      'a picture holds a script',
      () => change('logo.svg', (svg) => svg.replace('</svg>', '<script>1</script></svg>')),
      /logo\.svg: holds a script/,
    ],
    ['a picture is none', () => change('logo.svg', () => 'GIF89a'), /logo\.svg: is not an SVG/],
    [
      'a wording has one language',
      () => change('texts/enAU.json', () => '{"cards:home.hello":"Hi"}'),
      /texts\/zhCN\.json: cards:home\.hello: is missing/,
    ],
    ['a wording has no feature', () => change('texts/enAU.json', () => '{"hello":"Hi"}'), /texts\/enAU\.json: hello: /],
  ])('is refused when %s, and the message says where', async (_, edit, message) => {
    await edit();
    await expect(importBrand(given.ctx, folder)).rejects.toThrow(message);
  });

  it("is refused when its number or tenant's name is another's", async () => {
    await importBrand(given.ctx, path.join(BRANDS, 'wattle'));
    await changeJson((brand) => (brand.identifier = 'other'));
    await expect(importBrand(given.ctx, folder)).rejects.toThrow(/brand\.json: id: is taken by brand 1 \(wattle\)/);
    await changeJson((brand) => {
      brand.identifier = 'wattle';
      brand.tenant = { id: 1, name: 'Somebody Else' };
    });
    await expect(importBrand(given.ctx, folder)).rejects.toThrow(
      /brand\.json: tenant\.name: tenant 1 is called "Harbour Mutual"/,
    );
  });
});

describe('GET /assets/brands', () => {
  it('lets a browser keep an address with the current version for good, another one not', async () => {
    await importBrand(given.ctx, path.join(BRANDS, 'tui'));
    const view = (await given.app.inject('/api/brand/tui')).json<{ Assets: { Logo: string } }>();
    const pinned = await given.app.inject(view.Assets.Logo);
    expect(pinned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(pinned.headers['content-type']).toBe('image/svg+xml');
    const plain = await given.app.inject('/assets/brands/tui/logo.svg?v=0000000000000000');
    expect(plain.headers['cache-control']).toBe('no-cache');
    const etag = String(plain.headers.etag);
    const again = await given.app.inject({ url: '/assets/brands/tui/logo.svg', headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
  });

  it.each(['/assets/brands/nobody/logo.svg', '/assets/brands/tui/nothing.svg', '/assets/brands/tui'])(
    'answers 404 for %s',
    async (url) => {
      const response = await given.app.inject({ url, headers: { accept: 'text/html' } });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ error: ['404'] });
    },
  );
});
