import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestContext } from '../../test-support/processes/database.ts';
import type { TestBrand } from '../../test-support/factories.ts';
import { givenPages, pageFiles, type TestPages } from '../../test-support/web-pages.ts';
import { forgetBrands } from '../features/brands/find-brand.ts';
import { buildApp } from './app.ts';

const BUILD = {
  'index.html':
    '<!doctype html><html lang="en"><head><!--wattle:watch--><!--wattle:head--></head><body><!--wattle:brand--></body></html>',
  'page-files.json': pageFiles('/login'),
  'early.js': '',
  'watch.js': 'watch();',
  'worker.js': 'keep();',
  'worker-off.js': 'takeBack();',
  'page-skeleton/home.html': '',
  'page-skeleton/page.html': '',
};

let folder: string;
let ctx: TestContext;
let app: FastifyInstance;
let club: TestBrand;
let pages: TestPages;
beforeAll(async () => {
  pages = await givenPages(BUILD);
  ({ folder, ctx, app, club } = pages);
});
afterAll(() => pages.close());

const HTML = { accept: 'text/html' };
const page = (url: string) => app.inject({ url, headers: HTML });

describe('the installed app', () => {
  const versionIn = (html: string) => / data-shell="([0-9a-f]{16})"/.exec(html)?.[1];

  it('is linked from a page, by the prefix that the visitor came with', async () => {
    const own = (await page('/login')).body;
    expect(own).toContain('<meta name="wattle-manifest" content="/assets/installed/default/manifest.webmanifest">');
    expect(own).toMatch(
      /<link rel="apple-touch-icon" href="\/assets\/installed\/default\/touch-180\.png\?v=[0-9a-f]{16}">/,
    );
    expect(own).toContain('<meta name="apple-mobile-web-app-title" content="House &amp; &lt;Co&gt;">');
    const prefixed = (await page('/CL-ub/login')).body;
    expect(prefixed).toContain('<meta name="wattle-manifest" content="/assets/installed/club/manifest.webmanifest">');
    expect((await page('/nobody/login')).body).not.toContain('wattle-manifest');
  });

  it('has a worker whose address changes with it, and which no cache may keep unasked', async () => {
    const { body } = await page('/login');
    const address = / data-worker="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(address).toMatch(/^\/worker\.js\?v=[0-9a-f]{16}$/);
    for (const url of [address, '/worker.js', '/push-worker.js']) {
      const response = await app.inject(url);
      expect([response.body, response.headers['cache-control']]).toEqual(['keep();', 'no-cache']);
      expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    }
  });

  it('may have a worker and a manifest of this site alone', async () => {
    const policy = (await page('/login')).headers['content-security-policy'];
    expect(policy).toContain("worker-src 'self';");
    expect(policy).toContain("manifest-src 'self';");
  });

  it('keeps a shell of its version, without a time, a nonce or anything of a person', async () => {
    const response = await app.inject('/assets/installed/club/shell.html');
    expect(response.statusCode).toBe(200);
    expect(response.headers['wattle-shell']).toBe(versionIn((await page('/club/login')).body));
    expect(response.headers['cache-control']).toBe('no-store');
    const policy = String(response.headers['content-security-policy']);
    expect(/script-src [^;]+/.exec(policy)?.[0]).toMatch(/^script-src 'self' 'sha256-[\w+/=]+'$/);
    expect(response.body).toContain(' data-shell="kept"');
    expect(response.body).not.toMatch(/data-(now|today|worker)=|nonce="[^"]|<style/);
    expect(response.body).toContain('<link rel="stylesheet" href="/assets/brands/club/tokens.css">');
    expect(response.body).toContain('"BrandIdentifier":"club"');
  });

  it('keeps the files of sign-in and home with it, in both languages', async () => {
    const { body } = await app.inject('/assets/installed/default/shell.html');
    const files = /<meta name="wattle-files" content="([^"]*)">/.exec(body)?.[1]?.split(' ');
    expect(files?.toSorted()).toEqual([
      'assets/app/home-e5.js',
      'assets/app/sign-in-c3.js',
      'assets/app/sign-in-d4.css',
      'assets/app/words-enAU-a1.js',
      'assets/app/words-zhCN-b2.js',
    ]);
  });

  it('keeps another shell where the brand has changed', async () => {
    const before = versionIn((await page('/club')).body);
    expect(versionIn((await page('/login')).body)).not.toBe(before);
    await ctx.asOwner(`UPDATE brand SET updated_at = updated_at + interval '1 minute' WHERE id = ${club.id}`);
    forgetBrands(ctx);
    expect(versionIn((await page('/club')).body)).not.toBe(before);
  });

  it('of an unknown brand keeps nothing', async () => {
    expect((await app.inject('/assets/installed/nobody/shell.html')).statusCode).toBe(404);
    expect((await page('/nobody/login')).body).not.toContain('data-shell');
  });

  it('is taken back where an operator switches it off', async () => {
    const off = await buildApp({ ...ctx, config: { ...ctx.config, hasAppWorker: false } }, { webFolder: folder });
    const { body } = await off.inject({ url: '/login', headers: HTML });
    expect(body).toContain(' data-shell="off"');
    expect(body).not.toContain('data-worker');
    for (const url of ['/worker.js', '/worker.js?v=0123456789abcdef', '/push-worker.js']) {
      expect((await off.inject(url)).body).toBe('takeBack();');
    }
    expect((await off.inject('/assets/installed/club/shell.html')).statusCode).toBe(404);
    // Icons and names stay: an app that is installed goes on as a page.
    expect((await off.inject('/assets/installed/club/manifest.webmanifest')).statusCode).toBe(200);
    await off.close();
  });
});
