import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestContext } from '../../test-support/processes/database.ts';
import type { TestBrand } from '../../test-support/factories.ts';
import { givenPages, pageFiles, type TestPages } from '../../test-support/web-pages.ts';
import { openDatabase } from '../platform/database/database.ts';
import { buildApp } from './app.ts';

const SHELL = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <!--wattle:watch-->
    <!--wattle:head-->
  </head>
  <body><!--wattle:not-loaded--><div id="root"></div><!--wattle:outline--><!--wattle:brand--></body>
</html>`;
const SCRIPT = `export const words = '${'wattle '.repeat(400)}';`;

const BUILD = {
  'index.html': SHELL,
  'page-files.json': pageFiles('/'),
  'early.js': "ask('</script>');",
  'watch.js': 'watch();',
  'worker.js': 'keep();',
  'worker-off.js': 'takeBack();',
  'page-skeleton/home.html': '<p>home {{name}} <img src="{{logo}}"></p>',
  'page-skeleton/page.html': '<p>page {{name}} <img src="{{logo}}"></p>',
  'robots.txt': 'User-agent: *\nDisallow: /api/\n',
};

let folder: string;
let ctx: TestContext;
let app: FastifyInstance;
let club: TestBrand;
let pages: TestPages;
beforeAll(async () => {
  pages = await givenPages(BUILD, { texts: { enAU: { 'a:b': '</script><b>' }, zhCN: {} } });
  ({ folder, ctx, app, club } = pages);
  await writeFile(path.join(folder, 'assets/app/main-abc123.js'), SCRIPT);
  await ctx.asOwner(
    `INSERT INTO brand_asset (tenant_id, brand_id, name, content_type, body, version)
     SELECT tenant_id, id, 'tokens.css', 'text/css', ':root{--hero:#124}</style><b>', '0123456789abcdef' FROM brand WHERE identifier = 'house'`,
  );
});
afterAll(() => pages.close());

const HTML = { accept: 'text/html,application/xhtml+xml' };
const page = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...HTML, ...headers } });

function brandIn(html: string): { BrandIdentifier: string } | null {
  const json = /<script type="application\/json" id="wattle-brand"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '';
  return JSON.parse(json) as { BrandIdentifier: string } | null;
}

describe('a missing file of the web app', () => {
  it.each([
    '/assets/app/..%5c..%5cpackage.json',
    '/assets/app/%2e%2e%5cmain.js',
    '/assets/app/%00',
    '/assets/app/%ff',
    '/assets/app/%E0%A4%A.js',
    '/assets/brands/house/%ff',
    '/assets/app/main-abc123.js%00.png',
    `/assets/app/${'a'.repeat(300)}.js`,
    `/assets/app/${'a'.repeat(3_000)}.js`,
    '/assets/app/..%2f..%2fpackage.json',
    '/assets/brands/house/%00',
    `/assets/brands/house/${'a'.repeat(300)}`,
    '/assets/brands/house/..%5cbrand.json',
  ])('is answered 404: %.60s', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  });
});

describe('a page', () => {
  it.each(['/', '/cardHome', '/CARDHOME', '/sandbox/inbox', '/no/brand/but-no-route?x=1'.replace('/no', '/login')])(
    'without a brand segment has the default brand: %s',
    async (url) => {
      const response = await page(url);
      expect(response.statusCode).toBe(200);
      expect(brandIn(response.body)?.BrandIdentifier).toBe('house');
      expect(response.body).toContain('<html lang="en-AU" data-brand="house" ');
    },
  );

  it.each(['/club', '/CLUB/login', '/club/nothing/here', '/cl-ub/login', '/c%20l.ub'])(
    'with the segment of a brand has that brand: %s',
    async (url) => {
      const response = await page(url);
      expect(response.statusCode).toBe(200);
      expect(brandIn(response.body)?.BrandIdentifier).toBe('club');
    },
  );

  it("without a brand segment on a brand's own host has that brand", async () => {
    const response = await page('/login', { host: 'club.example:8443' });
    expect(brandIn(response.body)?.BrandIdentifier).toBe('club');
  });

  it.each(['/nobody', '/nobody/login', '/%2e%2e/x', '/favicon.png'])(
    'of an unknown brand is the shell with 404 and no brand: %s',
    async (url) => {
      const response = await page(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toContain('text/html');
      expect(brandIn(response.body)).toBeNull();
      expect(response.body).not.toContain('data-brand');
    },
  );

  it('contains stylesheet, icon and title of the brand, escaped', async () => {
    const { body } = await page('/');
    expect(body).toContain('<title>House &amp; &lt;Co&gt;</title>');
    expect(body).toContain('<meta name="description" content="House &amp; &lt;Co&gt;: ');
    const nonce = /name="csp-nonce" nonce="([^"]+)"/.exec(body)?.[1];
    expect(body).toContain(
      `<style nonce="${nonce}" data-tokens="/assets/brands/house/tokens.css?v=0123456789abcdef">:root{--hero:#124}<\\/style><b></style>`,
    );
    expect(body).toContain('<link rel="icon" href="/assets/brands/house/logo.svg" type="image/svg+xml">');
    expect(body).not.toContain('<!--wattle');
  });

  it.each(['/', '/login', '/cardLogin', '/club', '/club/LOGIN?next=x'])(
    'that signs in preloads the picture of the brand: %s',
    async (url) => {
      const { body } = await page(url);
      const brand = url.startsWith('/club') ? 'club' : 'house';
      expect(body).toContain(
        `<link rel="preload" as="image" href="/assets/brands/${brand}/hero.svg" fetchpriority="high">`,
      );
    },
  );

  it.each(['/cardHome', '/club/transactions', '/faqs', '/nobody/login'])(
    'that does not sign in preloads no picture: %s',
    async (url) => {
      expect((await page(url)).body).not.toContain('as="image"');
    },
  );

  it.each([
    ['en-AU,en;q=0.9,zh;q=0.8', 'words-enAU-a1.js', 'words-zhCN-b2.js'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'words-zhCN-b2.js', 'words-enAU-a1.js'],
    ['zhx', 'words-enAU-a1.js', 'words-zhCN-b2.js'],
    [undefined, 'words-enAU-a1.js', 'words-zhCN-b2.js'],
  ])('preloads the texts of the requested language: %s', async (language, wanted, other) => {
    const { body } = await page('/', language === undefined ? {} : { 'accept-language': language });
    expect(body).toContain(`<link rel="modulepreload" crossorigin href="/assets/app/${wanted}">`);
    expect(body).not.toContain(other);
  });

  it.each([
    ['en-AU', 'enAU', 'page-words-enAU-a3.js'],
    ['zh-CN', 'zhCN', 'page-words-zhCN-b4.js'],
  ])('preloads its texts as one file, where it has one: %s', async (accepted, language, file) => {
    const { body } = await page('/cardHome', { 'accept-language': accepted });
    expect(body).toContain(`fetchpriority="low" data-words="${language}" href="/assets/app/${file}">`);
    expect(body.match(/words-/g)).toHaveLength(1);
  });

  it.each(['/cardHome', '/club/cardhome', '/club/CARDHOME/?x=1'])(
    'preloads the files of its route only: %s',
    async (url) => {
      const { body } = await page(url);
      expect(body).toContain('fetchpriority="low" href="/assets/app/home-e5.js">');
      expect(body).not.toContain('sign-in-');
    },
  );

  it('links the styles of its route as stylesheets, so that they block rendering', async () => {
    expect((await page('/club')).body).toContain(
      '<link rel="stylesheet" crossorigin href="/assets/app/sign-in-d4.css">',
    );
  });

  it('of the signed-in area has the outline of its frame and the script that prefetches data', async () => {
    const { body } = await page('/cardHome');
    expect(body).toContain(
      '<div class="outline" id="outline" aria-hidden="true"><p>home House &amp; &lt;Co&gt; <img src="/assets/brands/house/logo.svg"></p></div>',
    );
    const nonce = /name="csp-nonce" nonce="([^"]+)"/.exec(body)?.[1];
    // The script comes before the styles, which would block it, and cannot end its element.
    expect(body).toContain(`<script nonce="${nonce}">(()=>{ask('<\\/script>');})()</script>`);
    expect(body.indexOf("ask('")).toBeLessThan(body.indexOf('<style'));
  });

  it.each(['/', '/club/login', '/nothing/here', '/nobody/cardHome'])(
    'outside of the signed-in area has neither: %s',
    async (url) => {
      const { body } = await page(url);
      expect(body).not.toContain('outline');
      expect(body).not.toContain("ask('");
    },
  );

  it('contains the business time', async () => {
    expect((await page('/')).body).toContain(' data-now="2026-11-20T02:00:00.000Z" data-today="2026-11-20"');
  });

  it.each(['/nothing/here', '/login/more', '/nobody/cardHome'])(
    'at an address without a route preloads no files: %s',
    async (url) => {
      expect((await page(url)).body).not.toContain('modulepreload');
    },
  );

  it('escapes texts of the brand', async () => {
    const { body } = await page(`/${club.identifier}`);
    expect(body).not.toContain('</script><b>');
    expect(brandIn(body)).toMatchObject({ Texts: { enAU: { 'a:b': '</script><b>' } } });
  });

  it('has a content policy with its own nonce and is not cached', async () => {
    const [one, two] = [await page('/'), await page('/')];
    const nonce = /'nonce-([\w+/=]{20,})'/.exec(String(one.headers['content-security-policy']))?.[1];
    expect(one.body).toContain(`name="csp-nonce" nonce="${nonce}"`);
    expect(String(two.headers['content-security-policy'])).not.toContain(nonce);
    expect(one.headers['cache-control']).toBe('no-store');
  });

  it('answers HEAD as GET, without a body', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/cardHome' });
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ]);
  });

  it('is not sent to requests that do not accept HTML', async () => {
    const response = await app.inject({ url: '/cardHome', headers: { accept: 'application/json' } });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: ['404'] });
    expect((await app.inject({ method: 'POST', url: '/cardHome', headers: HTML })).statusCode).toBe(404);
  });

  it('of the sandbox does not exist in production', async () => {
    const live = await buildApp({ ...ctx, config: { ...ctx.config, mode: 'production' } }, { webFolder: folder });
    const statusOf = async (url: string) => (await live.inject({ url, headers: HTML })).statusCode;
    for (const url of ['/sandbox/components', '/club/sandbox/components', '/SANDBOX/inbox?x=1', '/club/sandbox']) {
      expect([url, await statusOf(url), (await page(url)).statusCode]).toEqual([url, 404, 200]);
    }
    expect(await statusOf('/club/login')).toBe(200);
    await live.close();
  });

  it('is served without a brand when the database is unavailable, so that it can show an error and retry', async () => {
    const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' });
    const lost = await buildApp({ ...ctx, database: away }, { webFolder: folder });
    const response = await lost.inject({ url: '/club/login', headers: HTML });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('2');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('<div id="root">');
    expect(response.body).not.toContain('wattle-brand');
    await lost.close();
    await away.close();
  });

  it('reports a missing build of the web app', async () => {
    const bare = await buildApp(ctx, { webFolder: path.join(folder, 'nothing') });
    const response = await bare.inject({ url: '/', headers: HTML });
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('npm run build');
    await bare.close();
  });
});

describe('a file of the web app', () => {
  const file = '/assets/app/main-abc123.js';

  it('is cached permanently, compressed if accepted, and served in ranges', async () => {
    const plain = await app.inject(file);
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await app.inject({ url: file, headers: { 'accept-encoding': 'br' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.rawPayload.length).toBeLessThan(SCRIPT.length / 10);
    const range = await app.inject({ url: file, headers: { range: 'bytes=0-5' } });
    expect(range.statusCode).toBe(206);
    expect(range.body).toBe('export');
  });

  it('is served precompressed if the build has compressed it', async () => {
    const built = brotliCompressSync(SCRIPT);
    await writeFile(path.join(folder, 'assets/app/built-def456.js'), SCRIPT);
    await writeFile(path.join(folder, 'assets/app/built-def456.js.br'), built);
    const file = '/assets/app/built-def456.js';
    const packed = await app.inject({ url: file, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript') as string,
      vary: expect.stringMatching(/accept-encoding/i) as string,
    });
    expect(packed.rawPayload.equals(built)).toBe(true);
    expect((await app.inject(file)).body).toBe(SCRIPT);
  });

  it.each(['/assets/app/missing.js', '/assets/app/..%2f..%2findex.html', '/assets/app/'])(
    'that does not exist or lies outside its folder is answered 404 without the shell: %s',
    async (url) => {
      const response = await page(url);
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.body).not.toContain('id="root"');
    },
  );

  it('of another build is served too, while the shell stays that of the build at start', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'wattle-web-'));
    await cp(folder, own, { recursive: true });
    const running = await buildApp(ctx, { webFolder: own });
    await cp(path.join(own, 'builds/f00d'), path.join(own, 'builds/beef'), { recursive: true });
    await writeFile(path.join(own, 'builds/beef/index.html'), SHELL.replace('id="root"', 'id="newer"'));
    await writeFile(path.join(own, 'assets/app/newer-ace123.js'), SCRIPT);
    await writeFile(path.join(own, 'current'), 'beef\n');
    expect((await running.inject({ url: '/', headers: HTML })).body).toContain('id="root"');
    expect((await running.inject('/assets/app/newer-ace123.js')).body).toBe(SCRIPT);
    const next = await buildApp(ctx, { webFolder: own });
    expect((await next.inject({ url: '/', headers: HTML })).body).toContain('id="newer"');
    expect((await next.inject(file)).body).toBe(SCRIPT);
    await running.close();
    await next.close();
    await rm(own, { recursive: true });
  });

  it('at the root is served by its unhashed name', async () => {
    expect((await app.inject('/robots.txt')).body).toContain('Disallow: /api/');
  });
});

describe('headers', () => {
  it.each(['/', '/nobody', '/api/config', '/api/nothing', '/assets/app/main-abc123.js', '/healthz', '/api/docs'])(
    'of %s block everything from other origins',
    async (url) => {
      const { headers } = await page(url);
      const policy = String(headers['content-security-policy']);
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "worker-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(part);
      }
      expect(policy).not.toMatch(/unsafe|\*|http:/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'x-dns-prefetch-control': 'off',
        'x-permitted-cross-domain-policies': 'none',
        'permissions-policy':
          'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), ' +
          'midi=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self), payment=(self)',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      });
    },
  );

  it('of the API contain no-store for every response', async () => {
    for (const url of ['/api/config', '/API/nothing', '/network/nothing', '/api/card/cards']) {
      expect((await app.inject(url)).headers['cache-control']).toBe('no-store');
    }
  });

  it('contain HSTS for a year in production only', async () => {
    expect((await page('/')).headers['strict-transport-security']).toBeUndefined();
    const live = await buildApp({ ...ctx, config: { ...ctx.config, mode: 'production' } }, { webFolder: folder });
    const { headers } = await live.inject('/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await live.close();
  });

  it('contain a server-generated request id, not the one that was sent', async () => {
    const { headers } = await page('/api/config', { 'x-request-id': 'mine' });
    expect(headers['x-request-id']).not.toBe('mine');
  });
});
