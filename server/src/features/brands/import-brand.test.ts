import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import type { BrandFileError } from './brand-finding.ts';
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
    'stores the files of %s, and changes nothing when repeated',
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

  it('updates the time of the change only when a setting, a wording or a picture has changed', async () => {
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

  it("is refused when it has another brand's number, identifier or tenant", async () => {
    await importBrand(given.ctx, path.join(BRANDS, 'wattle'));
    const refusalOf = async (edit: (brand: BrandJson) => void) => {
      await changeJson((brand) => {
        Object.assign(brand, { id: 1, identifier: 'wattle', tenant: { id: 1, name: 'Harbour Mutual' } });
        edit(brand);
      });
      return importBrand(given.ctx, folder).then(
        () => [],
        (error: unknown) => (error as BrandFileError).findings.filter(({ file }) => file === 'brand.json'),
      );
    };
    const finding = (key: string, reason: string) => ({ file: 'brand.json', key, reason });
    expect(await refusalOf((brand) => (brand.identifier = 'other'))).toEqual([
      finding('id', 'is taken by brand 1 (wattle) of tenant 1'),
    ]);
    expect(await refusalOf((brand) => (brand.id = 77))).toEqual([
      finding('identifier', 'is taken by brand 1 (wattle) of tenant 1'),
    ]);
    expect(await refusalOf((brand) => (brand.tenant = { id: 78, name: 'Seventy-eight' }))).toEqual([
      finding('tenant.id', 'the brand belongs to tenant 1'),
    ]);
    expect(await refusalOf((brand) => (brand.tenant.name = 'Somebody Else'))).toEqual([
      finding('tenant.name', 'tenant 1 is called "Harbour Mutual"'),
    ]);
  });

  it('reports all faults together and writes nothing', async () => {
    await changeJson((brand) => {
      Object.assign(brand, { id: 90, identifier: 'wattle', tenant: { id: 90, name: 'Ninety' } });
      brand.settings['RemberMeDays'] = -1;
    });
    await rm(path.join(folder, 'hero.svg'));
    await change('logo.svg', (svg) => svg.replace('</svg>', '<script>1</script></svg>'));
    await change('texts/enAU.json', () => '{"cards:home.helloCard":"Hi","cards:nothing":"x"}');
    await importBrand(given.ctx, path.join(BRANDS, 'wattle'));
    const before = await dump();
    await expect(importBrand(given.ctx, folder)).rejects.toThrow(
      [
        `${folder}/brand.json: settings.RemberMeDays: must be 0 or more`,
        `${folder}/texts/enAU.json: cards:nothing: is no text of the product`,
        `${folder}/texts/zhCN.json: cards:nothing: is missing, the other language has it`,
        `${folder}/logo.svg: <script>: is a script`,
        `${folder}/hero.svg: is missing`,
        `${folder}/brand.json: identifier: is taken by brand 1 (wattle) of tenant 1`,
      ].join('\n'),
    );
    expect(await dump()).toEqual(before);
  });

  it('is audited only when something changed', async () => {
    const lines = () =>
      given.ctx.asOwner<{ object: string }>("SELECT object FROM audit_log WHERE action = 'brand.imported' ORDER BY id");
    await importBrand(given.ctx, folder);
    const before = (await lines()).length;
    await changeJson((brand) => (brand.settings['SupportPhoneNumber'] = '1300 555 099'));
    await importBrand(given.ctx, folder);
    await importBrand(given.ctx, folder);
    expect((await lines()).slice(before)).toEqual([{ object: 'brand:1' }]);
  });

  it('gives two changes at one moment different times', async () => {
    const updatedAt = async () =>
      (await given.app.inject('/api/brand/wattle')).json<{ UpdateTime: string }>().UpdateTime;
    await importBrand(given.ctx, folder);
    const times = [await updatedAt()];
    for (const phone of ['1300 555 021', '1300 555 022', '1300 555 023']) {
      await changeJson((brand) => (brand.settings['SupportPhoneNumber'] = phone));
      await importBrand(given.ctx, folder);
      times.push(await updatedAt());
    }
    expect(times).toEqual([...new Set(times)].toSorted());
  });
});

async function dump() {
  const { asOwner } = given.ctx;
  return [
    await asOwner('SELECT * FROM tenant ORDER BY id'),
    await asOwner('SELECT * FROM brand ORDER BY id'),
    await asOwner('SELECT brand_id, name, version FROM brand_asset ORDER BY 1, 2'),
  ];
}

describe('GET /assets/brands', () => {
  it('lets a browser cache an address with the current version for good, and no other', async () => {
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
