import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { addBuild, takeBuild } from './web-builds.ts';

/** Builds the web app, unless a build of the same sources is there. Builds before it stay: `web-builds.ts`. */
const ROOT = path.resolve(import.meta.dirname, '..');
const BUILT = path.join(ROOT, 'web/dist');
/** Everything that ends up in the bundle. */
const SOURCES = ['web', 'contract', 'texts', 'package-lock.json', 'tsconfig.json'];
const SKIPPED = new Set(['node_modules', 'dist']);

function filesOf(relative: string): string[] {
  const full = path.join(ROOT, relative);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const inside = `${relative}/${entry.name}`;
    return entry.isDirectory() ? filesOf(inside) : [inside];
  });
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const files = source.endsWith('.json') ? [source] : filesOf(source).toSorted();
    for (const file of files) {
      const body = readFileSync(path.join(ROOT, file));
      hash.update(`${file}\0${body.length}\0`).update(body);
    }
  }
  return hash.digest('hex');
}

/** Compressed once here, as small as it goes, instead of for each visitor. */
function compress(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => /\.(js|css)$/.test(file))) {
    const file = path.join(folder, name);
    const body = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(body));
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  }
}

/** Digits of the hash that name a build. */
const DIGEST_DIGITS = 16;

const digest = sourceHash().slice(0, DIGEST_DIGITS);
if (process.argv.includes('--always') || !takeBuild(BUILT, digest)) {
  if (!existsSync(path.join(ROOT, 'node_modules/vite'))) {
    console.error(
      'web/dist holds no build of these sources, and the packages that make one are not installed (npm ci --omit=dev).\nRun npm run build where they are, and copy web/dist here.',
    );
    process.exit(1);
  }
  console.log('  Building the web app');
  mkdirSync(BUILT, { recursive: true });
  const fresh = mkdtempSync(path.join(BUILT, '.fresh-'));
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'], {
    cwd: path.join(ROOT, 'web'),
    stdio: 'inherit',
  });
  if (built.status !== 0) {
    rmSync(fresh, { recursive: true });
    process.exit(built.status ?? 1);
  }
  compress(path.join(fresh, 'assets/app'));
  addBuild(BUILT, digest, fresh);
}
