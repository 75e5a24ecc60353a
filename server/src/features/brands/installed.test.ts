import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import path from 'node:path';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenBrand } from '../../../test-support/factories.ts';
import { PLAIN_SETTINGS } from '../../../test-support/processes/plain-settings.ts';
import { readPng } from '../../../test-support/files/read-png.ts';
import { buildApp } from '../../http/app.ts';
import { importBrand } from './import-brand.ts';

/** No feature is on. */
const NONE = Object.fromEntries(
  Object.keys(PLAIN_SETTINGS.Features).map((name) => [name, false]),
) as typeof PLAIN_SETTINGS.Features;

let ctx: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  ctx = await givenContext({ WATTLE_DEFAULT_BRAND: 'house' });
  await givenBrand(ctx, { identifier: 'house', name: 'House', settings: { Features: NONE } });
  await importBrand(ctx, path.join(import.meta.dirname, '../../../../brands/stumps'));
  app = await buildApp(ctx);
});
afterAll(async () => {
  await app.close();
  await ctx.close();
});

type Manifest = {
  readonly name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly id: string;
  readonly lang: string;
  readonly theme_color: string;
  readonly display: string;
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[];
  readonly shortcuts: readonly { name: string; url: string }[];
};

const manifestOf = async (name: string, headers: Record<string, string> = {}, query = ''): Promise<Manifest> =>
  (await app.inject({ url: `/assets/installed/${name}/manifest.webmanifest${query}`, headers })).json();

describe('the manifest', () => {
  it('is that of the brand in the address, under its prefix', async () => {
    const manifest = await manifestOf('stumps');
    expect(manifest).toMatchObject({
      id: '/stumps/',
      start_url: '/stumps/cardHome',
      scope: '/stumps',
      display: 'standalone',
      lang: 'en-AU',
    });
    expect(manifest.theme_color).toMatch(/^#[0-9a-f]{6}$/i);
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
      '/stumps/fundsTransfer',
      '/stumps/topup',
      '/stumps/settings/general',
    ]);
  });

  it("is that of the host's brand without a prefix, with shortcuts of its features alone", async () => {
    const manifest = await manifestOf('default');
    expect(manifest).toMatchObject({ name: 'House', id: '/', start_url: '/cardHome', scope: '/' });
    expect(manifest.shortcuts).toEqual([{ name: 'Turn card off', url: '/settings/general' }]);
  });

  it('speaks the language of the browser, and that which was chosen in the page', async () => {
    expect((await manifestOf('default', { 'accept-language': 'zh-CN,zh;q=0.9' })).shortcuts[0]?.name).toBe('锁定卡片');
    expect((await manifestOf('default', { 'accept-language': 'en' }, '?lang=zhCN')).lang).toBe('zh-CN');
    expect((await manifestOf('default', {}, '?lang=xx')).lang).toBe('en-AU');
  });

  it('is asked for anew each time, and kept apart by language', async () => {
    const { headers } = await app.inject('/assets/installed/default/manifest.webmanifest');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['vary']).toContain('Accept-Language');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  });

  it('of an unknown brand is not there', async () => {
    expect((await app.inject('/assets/installed/nobody/manifest.webmanifest')).statusCode).toBe(404);
  });
});

describe('an icon', () => {
  it('is a picture of its size, at the address that the manifest names', async () => {
    const { icons } = await manifestOf('stumps');
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of icons) {
      const response = await app.inject(src);
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      const { width, height } = readPng(response.rawPayload);
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  const pixels = async (file: string) => {
    const { data, width } = readPng((await app.inject(`/assets/installed/stumps/${file}`)).rawPayload);
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
    return { at, width };
  };

  it('has the ground of the brand to its edges where a mask or iOS cuts it, and round corners elsewhere', async () => {
    const { theme_color: ground } = await manifestOf('stumps');
    const colour = [1, 3, 5].map((from) => Number.parseInt(ground.slice(from, from + 2), 16));
    for (const file of ['maskable-512.png', 'touch-180.png']) {
      expect((await pixels(file)).at(0, 0)).toEqual([...colour, 255]);
    }
    const any = await pixels('icon-192.png');
    expect(any.at(0, 0)[3]).toBe(0);
    expect(any.at(96, 2)).toEqual([...colour, 255]);
  });

  it('keeps its logo within the circle that every mask leaves', async () => {
    const { at, width } = await pixels('maskable-192.png');
    const ground = String(at(0, 0));
    let inked = 0;
    for (let y = 0; y < width; y += 1)
      for (let x = 0; x < width; x += 1) {
        if (String(at(x, y)) === ground) continue;
        inked += 1;
        expect(Math.hypot(x + 0.5 - width / 2, y + 0.5 - width / 2)).toBeLessThanOrEqual(0.4 * width);
      }
    expect(inked).toBeGreaterThan(500);
  });

  it('of a brand without a logo is the picture of a card', async () => {
    const response = await app.inject('/assets/installed/default/icon-192.png');
    expect(response.headers['cache-control']).toBe('no-cache');
    const { data } = readPng(response.rawPayload);
    // The middle of the card, dark on white.
    expect([...data.subarray((110 * 192 + 96) * 4, (110 * 192 + 96) * 4 + 4)]).toEqual([27, 36, 34, 255]);
  });

  it.each(['icon-193.png', 'constructor', 'icon-192.svg'])('that is none is not there: %s', async (file) => {
    expect((await app.inject(`/assets/installed/stumps/${file}`)).statusCode).toBe(404);
  });
});
