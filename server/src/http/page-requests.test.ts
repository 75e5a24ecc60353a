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
      '<!doctype html><html lang="en"><head><!--wattle:head--></head><body><!--wattle:brand--></body></html>',
    'page-files.json': JSON.stringify({ pages: {} }),
    'early.js': '',
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
  ])('is sent to requests %s', async (_, headers) => {
    for (const url of ['/', '/login', '/cardHome']) {
      const response = await app.inject({ url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toMatch(/^text\/html/);
    }
  });

  it('is not sent at an address that is reserved for the server', async () => {
    for (const url of ['/metrics', '/readyz/more'])
      expect((await app.inject({ url, headers: { accept: '*/*' } })).headers['content-type']).not.toMatch(/html/);
  });

  it('is not sent for a picture, nor for a name with an ending', async () => {
    const picture = { accept: 'image/avif,image/webp,*/*;q=0.8' };
    expect((await app.inject({ url: '/logo', headers: picture })).headers['content-type']).toMatch(/json/);
    expect((await app.inject({ url: '/logo.png', headers: { accept: '*/*' } })).headers['content-type']).toMatch(
      /json/,
    );
  });

  it.each(['/%', '/%zz', '/%E0%A4', '/100%'])(
    'says at %s, which cannot be decoded, what was not found',
    async (url) => {
      const response = await app.inject({ url, headers: HTML });
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toMatch(/^text\/html/);
    },
  );

  it('leaves a call with an address that cannot be decoded to its caller', async () => {
    const response = await app.inject({ url: '/api/%', headers: HTML });
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch(/json/);
  });
});
