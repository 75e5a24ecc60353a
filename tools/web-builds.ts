import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/**
 * The builds of the web app are kept next to one another, so that a new one removes nothing that a running server or an
 * open page still needs:
 *
 * - `assets/app/`: the hashed files of all builds. A name is its content, so builds share what is equal.
 * - `builds/<digest>/`: what differs between builds: the shell and the lists of files.
 * - `current`: the digest of the build that a server takes when it starts.
 *
 * The newest builds are kept; older ones go together with the files that no kept build has.
 */
const KEPT_BUILDS = 10;
const ASSETS = 'assets/app';
/** The hashed files of a build, by name. */
const OWN_FILES = 'assets.json';
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The folder of the build that a server would take now; undefined if there is none. */
export function currentBuild(web: string): string | undefined {
  const marker = path.join(web, 'current');
  if (!existsSync(marker)) return undefined;
  const folder = path.join(web, 'builds', readFileSync(marker, 'utf8').trim());
  return existsSync(path.join(folder, 'index.html')) ? folder : undefined;
}

/** Makes an existing build the current one. False if there is no such build. */
export function takeBuild(web: string, digest: string): boolean {
  const folder = path.join(web, 'builds', digest);
  if (!existsSync(path.join(folder, 'index.html'))) return false;
  const now = new Date();
  const marker = path.join(web, 'current');
  try {
    utimesSync(folder, now, now);
    writeFileSync(`${marker}.${process.pid}`, `${digest}\n`);
    renameSync(`${marker}.${process.pid}`, marker);
  } catch (error) {
    // A server whose sources belong to someone else takes the build that is current already.
    const isRefused = NOT_ALLOWED.has((error as NodeJS.ErrnoException).code ?? '');
    if (!isRefused || currentBuild(web) !== folder) throw error;
  }
  return true;
}

/** Moves a fresh build from its own folder to the others, makes it the current one and drops the oldest. */
export function addBuild(web: string, digest: string, fresh: string): void {
  const names = readdirSync(path.join(fresh, ASSETS));
  mkdirSync(path.join(web, ASSETS), { recursive: true });
  // The files come before the shell that names them.
  for (const name of names) renameSync(path.join(fresh, ASSETS, name), path.join(web, ASSETS, name));
  rmSync(path.join(fresh, 'assets'), { recursive: true });
  writeFileSync(path.join(fresh, OWN_FILES), JSON.stringify(names));
  const folder = path.join(web, 'builds', digest);
  mkdirSync(path.dirname(folder), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  // A temporary folder is only for its owner; the server may run as someone else.
  chmodSync(folder, 0o755);
  takeBuild(web, digest);
  dropOldest(web);
}

function dropOldest(web: string): void {
  const folders = readdirSync(path.join(web, 'builds'))
    .map((digest) => path.join(web, 'builds', digest))
    .map((folder) => ({ folder, atMs: statSync(folder).mtimeMs }))
    .toSorted((a, b) => b.atMs - a.atMs)
    .map(({ folder }) => folder);
  for (const folder of folders.splice(KEPT_BUILDS)) rmSync(folder, { recursive: true });
  const kept = new Set(
    folders.flatMap((folder) => JSON.parse(readFileSync(path.join(folder, OWN_FILES), 'utf8')) as string[]),
  );
  for (const name of readdirSync(path.join(web, ASSETS))) {
    if (!kept.has(name)) rmSync(path.join(web, ASSETS, name));
  }
}
