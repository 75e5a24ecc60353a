import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { givenContext } from '../../test-support/processes/database.ts';
import { givenBrand } from '../../test-support/factories.ts';
import { buildApp } from './app.ts';

const SHELL = '<!doctype html><html lang="en"><head><!--wattle:head--></head><body><!--wattle:brand--></body></html>';

/** Minimal build of the web app. */
async function givenBuild(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wattle-web-'));
  const build = path.join(folder, 'builds/f00d');
  await mkdir(path.join(folder, 'assets/app'), { recursive: true });
  await mkdir(path.join(build, 'page-skeleton'), { recursive: true });
  const files = {
    'index.html': SHELL,
    'page-files.json': '{"pages":{}}',
    'early.js': '',
    'watch.js': '',
    'worker.js': '',
    'worker-off.js': '',
    'page-skeleton/home.html': '',
  };
  for (const [name, text] of Object.entries({ ...files, 'page-skeleton/page.html': '' }))
    await writeFile(path.join(build, name), text);
  await writeFile(path.join(folder, 'current'), 'f00d\n');
  return folder;
}

test('an address without a brand offers all brands when none is the default, and an unknown brand is not found', async () => {
  const webFolder = await givenBuild();
  const ctx = await givenContext();
  for (const identifier of ['house', 'club']) await givenBrand(ctx, { identifier, name: `${identifier} & <Co>` });
  const app = await buildApp(ctx, { webFolder });
  const page = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
  const { statusCode, body } = await page('/login');
  const [, json = ''] = /id="wattle-brands"[^>]*>(.*?)<\/script>/.exec(body) ?? [];
  expect(statusCode).toBe(200);
  expect(JSON.parse(json)).toEqual(
    ['house', 'club'].map((name) => ({
      BrandIdentifier: name,
      BrandName: `${name} & <Co>`,
      Assets: { Logo: `/assets/brands/${name}/logo.svg`, LogoOnDark: `/assets/brands/${name}/logo-on-dark.svg` },
    })),
  );
  const unknown = await page('/nobody');
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).not.toContain('wattle-brands');
  expect((await page('/club')).body).not.toContain('wattle-brands');
  await app.close();
  await ctx.close();
  await rm(webFolder, { recursive: true });
});
