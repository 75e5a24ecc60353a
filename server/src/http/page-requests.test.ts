import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../test-support/database.ts';
import { givenBrand } from '../../test-support/factories.ts';
import { buildApp } from './app.ts';

let folder: string;
let ctx: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-web-'));
  await mkdir(path.join(folder, 'assets/app'), { recursive: true });
  await mkdir(path.join(folder, 'builds/f00d/outline'), { recursive: true });
  await writeFile(path.join(folder, 'current'), 'f00d\n');
  const files = {
    'index.html':
      '<!doctype html><html lang="en"><head><!--wattle:watch--><!--wattle:head--></head><body><!--wattle:not-loaded--><!--wattle:brand--></body></html>',
    'page-files.json': JSON.stringify({ pages: {} }),
    'early.js': '',
    'watch.js': 'watch();',
    'worker.js': '',
    'worker-off.js': '',
    'outline/home.html': '',
    'outline/page.html': '',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, 'builds/f00d', name), text);
  ctx = await givenContext({ WATTLE_DEFAULT_BRAND: 'house' });
  await givenBrand(ctx, { identifier: 'house' });
  app = await buildApp(ctx, { webFolder: folder });
});
afterAll(async () => {
  await app.close();
  await ctx.close();
  await rm(folder, { recursive: true });
});

const HTML = { accept: 'text/html,application/xhtml+xml' };

describe('a page', () => {
  it.each([
    ['of curl and uptime checks, which accept everything', { accept: '*/*' }],
    ['without an Accept header', {}],
  ])('is served to requests %s', async (_, headers) => {
    for (const url of ['/', '/login', '/cardHome']) {
      const response = await app.inject({ url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toMatch(/^text\/html/);
    }
  });

  it('is not served at an address reserved for the server', async () => {
    for (const url of ['/metrics', '/readyz/more'])
      expect((await app.inject({ url, headers: { accept: '*/*' } })).headers['content-type']).not.toMatch(/html/);
  });

  it('is not served for an image or a name with an extension', async () => {
    const picture = { accept: 'image/avif,image/webp,*/*;q=0.8' };
    expect((await app.inject({ url: '/logo', headers: picture })).headers['content-type']).toMatch(/json/);
    expect((await app.inject({ url: '/logo.png', headers: { accept: '*/*' } })).headers['content-type']).toMatch(
      /json/,
    );
  });

  it.each(['/%', '/%zz', '/%E0%A4', '/100%'])('is served with 404 at %s, which cannot be decoded', async (url) => {
    const response = await app.inject({ url, headers: HTML });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
  });

  it('does not replace the answer to a call whose address cannot be decoded', async () => {
    const response = await app.inject({ url: '/api/%', headers: HTML });
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch(/json/);
  });
});

describe('the message for scripts that do not load', () => {
  it('is shown by one inline script, which the content policy allows by its hash', async () => {
    // printf 'watch();' | openssl dgst -sha256 -binary | base64
    const hash = "'sha256-atLppUMqSzERYRK7OxClMpyGBcuHsrVsi+UQY/c0/sU='";
    for (const url of ['/', '/nobody', '/cardHome']) {
      const { body, headers } = await app.inject({ url, headers: HTML });
      expect(body).toContain('<head><script>watch();</script>');
      expect(String(headers['content-security-policy'])).toContain(` ${hash};`);
    }
  });

  it.each([
    [undefined, 'en-AU', 'This page hasn’t loaded'],
    ['zh-CN,zh;q=0.9', 'zh-CN', '页面尚未加载'],
    ['fr', 'en-AU', 'This page hasn’t loaded'],
  ])('is hidden in the page, in the language of %s', async (language, tag, title) => {
    const headers = { ...HTML, ...(language !== undefined && { 'accept-language': language }) };
    const { body } = await app.inject({ url: '/', headers });
    expect(body).toContain(`role="alert" lang="${tag}" hidden><h1>${title}</h1>`);
    expect(body).toMatch(/<a href="tel:\d+">[\d ]+<\/a>/);
    expect(body).toContain('<a class="button" href="">');
  });

  it('has the phone number on the card when there is no brand', async () => {
    const { body } = await app.inject({ url: '/nobody', headers: HTML });
    expect(body).toContain('Lost or stolen card? Call the number on its back.');
    expect(body).not.toContain('tel:');
  });
});
