import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Weighs the JavaScript of the first route from Vite's manifest: what a visitor's browser loads to
 * draw the sign-in page. That is held to the limit. What comes besides when the form is touched is
 * printed too, so that it cannot grow unseen. The words of one language count, the larger one.
 */
const LIMIT_BYTES = 135_000;
const AIM_BYTES = 115_000;
const ENTRY = 'index.html';
const SIGN_IN_SCREENS = [
  'src/features/access/card-sign-in.screen.tsx',
  'src/features/access/account-sign-in.screen.tsx',
];

export type ManifestChunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};
export type Manifest = Readonly<Record<string, ManifestChunk>>;

/** The files that loading these chunks brings along: their own and those of their static imports. */
export function filesOf(manifest: Manifest, names: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const waiting = [...names];
  const seen = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the manifest of the web build`);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

/** The one file of words that sign-in loads in a language; web/vite.config.ts puts it together. */
function textsOf(manifest: Manifest, language: string): string {
  const name = Object.keys(manifest).find((key) => key.startsWith(`_sign-in-${language}-`));
  if (name === undefined) throw new Error(`The web build has no sign-in texts in ${language}`);
  return name;
}

type Weights = { readonly firstRouteBytes: number; readonly withFormBytes: number };

/** The weight of the heavier sign-in page in its heavier language, gzipped. */
export function weigh(manifest: Manifest, bytesOf: (file: string) => number): Weights {
  const total = (names: readonly string[]) =>
    [...filesOf(manifest, names)].reduce((sum, file) => sum + bytesOf(file), 0);
  const pages = SIGN_IN_SCREENS.flatMap((screen) =>
    ['enAU', 'zhCN'].map((language) => ({
      page: [ENTRY, screen, textsOf(manifest, language)],
      actions: manifest[screen]?.dynamicImports ?? [],
    })),
  );
  return {
    firstRouteBytes: Math.max(...pages.map(({ page }) => total(page))),
    withFormBytes: Math.max(...pages.map(({ page, actions }) => total([...page, ...actions]))),
  };
}

function main(): number {
  const dist = resolve(process.argv[2] ?? join(import.meta.dirname, '../web/dist'));
  const path = join(dist, '.vite/manifest.json');
  if (!existsSync(path)) {
    console.error('The web app is not built: npm run build');
    return 1;
  }
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const { firstRouteBytes, withFormBytes } = weigh(
    manifest,
    (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  );
  const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(
    `First route: ${kilo(firstRouteBytes)} of JavaScript in gzip, ${kilo(withFormBytes)} once the form is touched ` +
      `(limit ${kilo(LIMIT_BYTES)}, aim ${kilo(AIM_BYTES)})`,
  );
  if (firstRouteBytes <= LIMIT_BYTES) return 0;
  console.error('The first route is over its limit.');
  return 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main();
