import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Weighs the JavaScript of the routes from Vite's manifest. The first route is what a visitor's
 * browser loads to draw a sign-in page; what comes besides when its form is touched is printed too,
 * so that it cannot grow unseen. Each other route is held to what it adds to the first one. The
 * words of one language count, the larger one.
 */
const LIMIT_BYTES = 135_000;
const AIM_BYTES = 115_000;
const ROUTE_LIMIT_BYTES = 60_000;
const ENTRY = 'index.html';
/** Loaded with every route of the signed-in area, and with every other one that is not a sign-in page. */
const FRAMES = ['src/layout/app-frame.tsx', 'src/layout/open-frame.tsx'];

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

type Weights = {
  readonly firstRouteBytes: number;
  readonly withFormBytes: number;
  /** What each other route adds, by its screen's file, heaviest first. */
  readonly routes: readonly { readonly screen: string; readonly bytes: number }[];
};

/** The weights of all routes, gzipped. Texts count on the first route alone, where they are a file of their own. */
export function weigh(manifest: Manifest, bytesOf: (file: string) => number): Weights {
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + bytesOf(file), 0);
  const signInTexts = (language: string) => {
    const name = Object.keys(manifest).find((key) => key.startsWith(`_sign-in-${language}-`));
    if (name === undefined) throw new Error(`The web build has no sign-in texts in ${language}`);
    return name;
  };
  const first = ['enAU', 'zhCN'].map((language) => filesOf(manifest, [ENTRY, signInTexts(language)]));
  const names = Object.keys(manifest);
  const actions = names.filter((name) => /\/access\/(card|account)-sign-in\.actions\.ts$/.test(name));
  if (actions.length !== 2) throw new Error('The web build does not have the actions of two sign-in pages');
  const screens = names.filter((name) => name.endsWith('.screen.tsx'));
  const isFirst = new Set(first.flatMap((files) => [...files]));
  const routes = screens.map((screen) => ({
    screen,
    bytes: Math.max(
      ...FRAMES.map((frame) => total([...filesOf(manifest, [screen, frame])].filter((file) => !isFirst.has(file)))),
    ),
  }));
  return {
    firstRouteBytes: Math.max(...first.map(total)),
    withFormBytes: Math.max(
      ...first.flatMap((files) => actions.map((action) => total(new Set([...files, ...filesOf(manifest, [action])])))),
    ),
    routes: routes.toSorted((a, b) => b.bytes - a.bytes),
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
  const { firstRouteBytes, withFormBytes, routes } = weigh(
    manifest,
    (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  );
  const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const heaviest = routes[0];
  if (!heaviest) throw new Error('The web build has no route besides sign-in');
  const heavy = routes.filter(({ bytes }) => bytes > ROUTE_LIMIT_BYTES);
  for (const { screen, bytes } of heavy)
    console.error(`${screen} adds ${kilo(bytes)}: over ${kilo(ROUTE_LIMIT_BYTES)}`);
  if (firstRouteBytes > LIMIT_BYTES) console.error('The first route is over its limit.');
  console.log(
    `First route: ${kilo(firstRouteBytes)} of JavaScript in gzip, ${kilo(withFormBytes)} once the form is touched ` +
      `(limit ${kilo(LIMIT_BYTES)}, aim ${kilo(AIM_BYTES)}); the heaviest other one adds ${kilo(heaviest.bytes)} ` +
      `(limit ${kilo(ROUTE_LIMIT_BYTES)})`,
  );
  return heavy.length > 0 || firstRouteBytes > LIMIT_BYTES ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main();
