import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Run after packages were added: `node tools/complete-lockfile.ts`. npm leaves a package for another
 * platform out of the lockfile where the registry in use does not carry it, and `npm ci` then refuses
 * the lockfile everywhere. Each gets an entry that says which platform it is for, so that all others
 * pass over it. Such an entry has no digest, so none may be a package that production installs (repo-rules).
 */
type Entry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const FILE = path.resolve(import.meta.dirname, '../package-lock.json');
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'arm'];

function entryFor(name: string, version: string, isDev: boolean): Entry {
  const words = name.slice(name.indexOf('/') + 1).split('-');
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (!os || !cpu || !/^\d/.test(version)) throw new Error(`${name} ${version}: which platform is it for?`);
  const libc = os !== 'linux' ? undefined : words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return {
    version,
    cpu: [cpu],
    ...(isDev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    os: [os],
  };
}

const lockfile = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, Entry> };
const { packages } = lockfile;
const missing = Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !packages[`node_modules/${name}`])
    .map(([name, version]) => [`node_modules/${name}`, entryFor(name, version, dev ?? false)] as const),
);
lockfile.packages = Object.fromEntries(
  [...Object.entries(packages), ...missing].toSorted(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(FILE, `${JSON.stringify(lockfile, null, 2)}\n`);
console.log(`${missing.length} packages for other platforms added`);
