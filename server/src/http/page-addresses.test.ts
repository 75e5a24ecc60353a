import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenPages, pageFiles, type TestPages } from '../../test-support/web-pages.ts';

const BUILD = {
  'index.html':
    '<html><head><!--wattle:watch--><!--wattle:head--></head>' +
    '<body><!--wattle:not-loaded--><!--wattle:outline--><!--wattle:brand--></body></html>',
  'page-files.json': pageFiles('/'),
  'early.js': 'ask();',
  'watch.js': 'watch();',
  'worker.js': 'keep();',
  'worker-off.js': 'takeBack();',
  'page-skeleton/home.html': '<p>home</p>',
  'page-skeleton/page.html': '<p>page</p>',
};
const PATHS = new URL('../../../web/src/paths.ts', import.meta.url).href;

let pages: TestPages;
beforeAll(async () => {
  pages = await givenPages(BUILD);
});
afterAll(() => pages.close());

it.each([
  ['', 'house'],
  ['/club', 'club'],
])('a page is opened by every address of the web app, behind "%s"', async (prefix, brand) => {
  const { paths } = (await import(PATHS)) as { paths: Readonly<Record<string, () => string>> };
  const addresses = Object.values(paths).map((address) => address().replace(/:\w+/, 'a1b2'));
  expect(addresses).toContain('/checkAccount');
  const wrong: string[] = [];
  for (const address of addresses) {
    const { statusCode, body } = await pages.app.inject({ url: prefix + address, headers: { accept: 'text/html' } });
    if (statusCode !== 200 || !body.includes(`"BrandIdentifier":"${brand}"`)) wrong.push(`${statusCode} ${address}`);
  }
  expect(wrong).toEqual([]);
});
