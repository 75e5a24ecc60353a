import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PageFiles } from '../web/build/page-files.ts';
import { currentBuild } from './web-builds.ts';

/**
 * Measures the JavaScript of the pages, using the list of files that the build writes for the server. The first route
 * is what a visitor's browser loads to draw a sign-in page; the scripts that come besides when its form is touched are
 * printed too, so that they cannot grow unseen. Each other page is held to what it adds to a sign-in page whose form
 * was touched: a visitor has loaded at least that. The words of one language count there, the larger one. The pages
 * that are opened most are held to a number of files too. The desk is a separate build.
 */
const LIMIT_BYTES = 100_000;
const AIM_BYTES = 95_000;
const ROUTE_LIMIT_BYTES = 60_000;
const SIGN_IN_PAGES = ['/', '/login'];

export type ManifestChunk = { readonly file: string; readonly imports?: readonly string[] };
export type Manifest = Readonly<Record<string, ManifestChunk>>;

/** The files that loading these chunks of Vite's manifest brings along: their own and those of their static imports. */
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

/** The files that import themselves by way of others: one of them runs before what it is made of is there. */
export function filesInCircles(manifest: Manifest): string[] {
  return Object.values(manifest)
    .filter(({ file, imports = [] }) => filesOf(manifest, imports).has(file))
    .map(({ file }) => file);
}

type Weights = {
  readonly firstRouteBytes: number;
  readonly withFormBytes: number;
  /** Kilobytes that each other page adds to a sign-in page whose form was touched, by its address, heaviest first. */
  readonly pages: readonly { readonly path: string; readonly bytes: number }[];
};

/** The weights of all pages, gzipped. Texts count only on the first route, where they are a separate file. */
export function weigh({ shell, pages }: PageFiles, manifest: Manifest, bytesOf: (file: string) => number): Weights {
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + bytesOf(file), 0);
  const first = SIGN_IN_PAGES.flatMap((path) => {
    const page = pages[path];
    if (!page) throw new Error(`The web build has no page ${path}`);
    return Object.values(page.words).map((words) => new Set([...shell.scripts, ...page.scripts, ...words]));
  });
  const actions = Object.keys(manifest).filter((name) =>
    /\/access\/sign-in\/(card|account)-sign-in\.actions\.ts$/.test(name),
  );
  if (actions.length !== 2) throw new Error('The web build does not have the actions of two sign-in pages');
  const touched = actions.map((action) => filesOf(manifest, [action]));
  const isBefore = new Set([...first, ...touched].flatMap((files) => [...files]));
  return {
    firstRouteBytes: Math.max(...first.map(total)),
    withFormBytes: Math.max(...first.flatMap((files) => touched.map((more) => total(new Set([...files, ...more]))))),
    pages: Object.entries(pages)
      .map(([path, { scripts }]) => ({ path, bytes: total(scripts.filter((file) => !isBefore.has(file))) }))
      .filter(({ bytes }) => bytes > 0)
      .toSorted((a, b) => b.bytes - a.bytes),
  };
}

/** Scripts, styles and texts of a sign-in page, and of a page that is opened most. */
const MOST_FILES = 10;

/** How many files these pages load, by address, most first. Their texts of one language count. */
export function countFiles({ shell, pages }: PageFiles): readonly { readonly path: string; readonly files: number }[] {
  const ofShell = shell.scripts.length + shell.styles.length;
  return Object.entries(pages)
    .filter(([path, { joinedWords }]) => joinedWords !== undefined || SIGN_IN_PAGES.includes(path))
    .map(([path, { scripts, styles, words, joinedWords }]) => {
      const texts = joinedWords ? 1 : Math.max(...Object.values(words).map((files) => files.length));
      return { path, files: ofShell + scripts.length + styles.length + texts };
    })
    .toSorted((a, b) => b.files - a.files);
}

/** The first view of the desk: what its shell and its overview load besides React. */
const DESK_LIMIT_BYTES = 60_000;
const DESK_VIEW = ['index.html', 'src/features/overview/overview.screen.tsx'];
/** Loaded before anything is drawn, each as a separate file. */
const DESK_WORDS = /texts\/[^/]+\/(?:common|errors|ui|fields|desk|deskOverview)\.json$/;

/** Bytes that the first view of the desk adds to React. */
export function weighDesk(manifest: Manifest, bytesOf: (file: string) => number): number {
  const words = Object.keys(manifest).filter((name) => DESK_WORDS.test(name));
  const files = [...filesOf(manifest, [...DESK_VIEW, ...words])].filter((file) => !/framework-/.test(file));
  return files.reduce((sum, file) => sum + bytesOf(file), 0);
}

function deskBytes(): number {
  const desk = join(import.meta.dirname, '../desk-web/dist');
  const build = currentBuild(desk);
  if (build === undefined) throw new Error('The desk is not built: npm run build');
  const manifest = JSON.parse(readFileSync(join(build, '.vite/manifest.json'), 'utf8')) as Manifest;
  return weighDesk(manifest, (file) => gzipSync(readFileSync(join(desk, file)), { level: 9 }).length);
}

function main(): number {
  const web = join(import.meta.dirname, '../web/dist');
  const build = currentBuild(web);
  if (build === undefined) {
    console.error('The web app is not built: npm run build');
    return 1;
  }
  const read = (file: string): unknown => JSON.parse(readFileSync(join(build, file), 'utf8'));
  const manifest = read('.vite/manifest.json') as Manifest;
  const circles = filesInCircles(manifest);
  for (const file of circles) console.error(`${file} imports itself by way of others (web/build/chunk-groups.ts)`);
  const pageFiles = read('page-files.json') as PageFiles;
  const { firstRouteBytes, withFormBytes, pages } = weigh(
    pageFiles,
    manifest,
    (file) => gzipSync(readFileSync(join(web, file)), { level: 9 }).length,
  );
  const counted = countFiles(pageFiles);
  const many = counted.filter(({ files }) => files > MOST_FILES);
  for (const { path, files } of many) console.error(`${path} loads ${files} files: over ${MOST_FILES}`);
  const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const [heaviest] = pages;
  if (!heaviest) throw new Error('The web build has no page besides sign-in');
  const heavy = pages.filter(({ bytes }) => bytes > ROUTE_LIMIT_BYTES);
  for (const { path, bytes } of heavy) console.error(`${path} adds ${kilo(bytes)}: over ${kilo(ROUTE_LIMIT_BYTES)}`);
  if (firstRouteBytes > LIMIT_BYTES) console.error('The first route is over its limit.');
  const desk = deskBytes();
  if (desk > DESK_LIMIT_BYTES) console.error('The first view of the desk is over its limit.');
  console.log(
    `First route: ${kilo(firstRouteBytes)} of JavaScript in gzip, ${kilo(withFormBytes)} once the form is touched ` +
      `(limit ${kilo(LIMIT_BYTES)}, aim ${kilo(AIM_BYTES)}); the heaviest other page, ${heaviest.path}, adds ${kilo(heaviest.bytes)} ` +
      `(limit ${kilo(ROUTE_LIMIT_BYTES)}); the first view of the desk is ${kilo(desk)} beside React (limit ${kilo(DESK_LIMIT_BYTES)}). ` +
      `Files: ${counted.map(({ path, files }) => `${path} ${files}`).join(', ')} (limit ${MOST_FILES})`,
  );
  const isHeavy = heavy.length > 0 || firstRouteBytes > LIMIT_BYTES || desk > DESK_LIMIT_BYTES;
  return circles.length > 0 || many.length > 0 || isHeavy ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main();
