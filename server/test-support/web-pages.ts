import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/http/app.ts';
import { givenContext, type TestContext } from './processes/database.ts';
import { givenBrand, type TestBrand } from './factories.ts';

export type TestPages = {
  /** Folder of the built web app. */
  readonly folder: string;
  readonly ctx: TestContext;
  readonly app: FastifyInstance;
  readonly club: TestBrand;
  close(): Promise<void>;
};

const words = { enAU: ['assets/app/words-enAU-a1.js'], zhCN: ['assets/app/words-zhCN-b2.js'] };

/** `page-files.json` of a build with a public page at this address, and the card home. */
export const pageFiles = (signInAt: string) =>
  JSON.stringify({
    pages: {
      [signInAt]: {
        scripts: ['assets/app/sign-in-c3.js'],
        styles: ['assets/app/sign-in-d4.css'],
        outline: null,
        headings: [],
        words,
      },
      '/cardhome': {
        scripts: ['assets/app/home-e5.js'],
        styles: [],
        outline: 'home',
        headings: [],
        words,
        joinedWords: { enAU: 'assets/app/page-words-enAU-a3.js', zhCN: 'assets/app/page-words-zhCN-b4.js' },
      },
    },
  });

/** An app that serves a web build of these files, with the default brand `house` and a second one, `club`. */
export async function givenPages(
  files: Readonly<Record<string, string>>,
  ofClub: Parameters<typeof givenBrand>[1] = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<TestPages> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wattle-web-'));
  await mkdir(path.join(folder, 'assets/app'), { recursive: true });
  await mkdir(path.join(folder, 'builds/f00d/page-skeleton'), { recursive: true });
  await writeFile(path.join(folder, 'current'), 'f00d\n');
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(folder, 'builds/f00d', file), content);
  const ctx = await givenContext({ WATTLE_DEFAULT_BRAND: 'house', ...settings });
  await givenBrand(ctx, { identifier: 'house', name: 'House & <Co>' });
  const club = await givenBrand(ctx, { identifier: 'club', name: 'Club', ...ofClub });
  const app = await buildApp(ctx, { webFolder: folder });
  return {
    folder,
    ctx,
    app,
    club,
    async close() {
      await app.close();
      await ctx.close();
      await rm(folder, { recursive: true });
    },
  };
}
