import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_SETTINGS } from '../../test-support/processes/plain-settings.ts';
import { givenPages, type TestPages } from '../../test-support/web-pages.ts';

const HEADINGS = [
  { key: 'transfers:bills', without: 'transfers', texts: { enAU: 'Which bill?', zhCN: '哪张账单？' } },
  { key: 'transfers:payeeChoice', texts: { enAU: 'Pay by %1 <now>', zhCN: '付款' } },
];
const PAY = {
  scripts: ['assets/app/b3.js'],
  styles: ['assets/app/b4.css'],
  outline: 'page',
  headings: HEADINGS,
  words: {},
};

const BUILD = {
  'index.html':
    '<!doctype html><html lang="en"><head><!--wattle:watch--><!--wattle:head--><script type="module" crossorigin src="/assets/app/a1.js"></script><link rel="stylesheet" crossorigin href="/assets/app/a2.css"></head><body><!--wattle:not-loaded--><!--wattle:outline--><!--wattle:brand--></body></html>',
  'page-files.json': JSON.stringify({ pages: { '/fundstransfer': PAY } }),
  'early.js': 'ask();',
  'watch.js': 'watch();',
  'worker.js': '',
  'worker-off.js': '',
  'page-skeleton/home.html': '',
  'page-skeleton/page.html': '<p>{{heading}}</p>',
};

let pages: TestPages;
let app: FastifyInstance;
beforeAll(async () => {
  pages = await givenPages(BUILD, {
    texts: { enAU: { 'transfers:bills': 'Which bill of the club?' }, zhCN: {} },
    settings: { Features: { ...PLAIN_SETTINGS.Features, transfers: false } },
  });
  ({ app } = pages);
});
afterAll(() => pages.close());

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

  it.each([
    ['/store', true],
    ['/club/store', true],
    ['/store/faqs', false],
    ['/login', false],
    ['/nobody/store', false],
  ])('requests what the store sells with its first page alone: %s', async (url, isAsked) => {
    const { body } = await app.inject({ url, headers: HTML });
    expect(body.includes('ask();')).toBe(isAsked);
    expect(body.includes(' data-early="store"')).toBe(isAsked);
  });

  it('names its styles before its scripts, those of the shell first', async () => {
    const { body } = await app.inject({ url: '/fundsTransfer', headers: HTML });
    expect(body.match(/assets\/app\/\w+\.\w+/g)).toEqual([
      'assets/app/a2.css',
      'assets/app/b4.css',
      'assets/app/a1.js',
      'assets/app/b3.js',
    ]);
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

describe('the outline of a page', () => {
  it.each([
    ['/fundsTransfer', 'en-AU', 'Pay by House &amp; &lt;Co&gt; &lt;now&gt;', 'enAU'],
    ['/fundsTransfer', 'zh-CN', '付款', 'zhCN'],
    ['/club/fundsTransfer', 'en-AU', 'Which bill of the club?', 'enAU'],
    ['/club/fundsTransfer', 'zh-CN', '哪张账单？', 'zhCN'],
  ])('of %s has the heading in %s', async (url, language, heading, drawnIn) => {
    const { body } = await app.inject({ url, headers: { ...HTML, 'accept-language': language } });
    expect(body).toContain(`<p>${heading}</p>`);
    expect(body).toContain(` data-language="${drawnIn}"`);
  });
});

describe('the encoding of a page', () => {
  const withoutNonce = (html: string) => html.replaceAll(/(nonce|content)="[^"]*"/g, '');

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['GZIP, br;q=0', 'gzip', gunzipSync],
    ['br;q=0.1', 'br', brotliDecompressSync],
  ])('for a browser that accepts %s is %s', async (accepted, encoding, unpack) => {
    const plain = await app.inject({ url: '/nothing/here', headers: HTML });
    const answer = await app.inject({ url: '/nothing/here', headers: { ...HTML, 'accept-encoding': accepted } });
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(withoutNonce(unpack(answer.rawPayload).toString())).toBe(withoutNonce(plain.body));
  });

  it.each(['identity', 'br;q=0, gzip;q=0.0', 'brotli'])('for a browser that accepts %s is none', async (accepted) => {
    const answer = await app.inject({ url: '/', headers: { ...HTML, 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toContain('</html>');
  });
});
