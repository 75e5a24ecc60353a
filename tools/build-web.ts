import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { addBuild, takeBuild } from './web-builds.ts';

/**
 * Builds the web app and the desk, each unless a build of the same sources exists. Older builds stay: `web-builds.ts`.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const ALWAYS = ['contract', 'texts', 'package-lock.json', 'tsconfig.json'];

/** Bundles: the folder, its name in words, and all of its sources. */
const BUNDLES = [
  { folder: 'web', words: 'the web app', sources: ['web', ...ALWAYS] },
  { folder: 'desk-web', words: 'the desk', sources: ['desk-web', 'web', ...ALWAYS] },
] as const;
type Bundle = (typeof BUNDLES)[number];

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

function sourceHash(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = source.endsWith('.json') ? [source] : filesOf(source).toSorted();
    for (const file of files) {
      const body = readFileSync(path.join(ROOT, file));
      hash.update(`${file}\0${body.length}\0`).update(body);
    }
  }
  return hash.digest('hex');
}

/** Compressed once here, with the best compression, instead of for each visitor. */
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

function build({ folder, words, sources }: Bundle): void {
  const built = path.join(ROOT, folder, 'dist');
  const digest = sourceHash(sources).slice(0, DIGEST_DIGITS);
  if (!process.argv.includes('--always') && takeBuild(built, digest)) return;
  if (!existsSync(path.join(ROOT, 'node_modules/vite'))) {
    console.error(
      `${folder}/dist holds no build of these sources, and the packages that make one are not installed (npm ci --omit=dev).\nRun npm run build where they are, and copy ${folder}/dist here.`,
    );
    process.exit(1);
  }
  console.log(`  Building ${words}`);
  mkdirSync(built, { recursive: true });
  const fresh = mkdtempSync(path.join(built, '.fresh-'));
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const ran = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'], {
    cwd: path.join(ROOT, folder),
    stdio: 'inherit',
  });
  if (ran.status !== 0) {
    rmSync(fresh, { recursive: true });
    process.exit(ran.status ?? 1);
  }
  compress(path.join(fresh, 'assets/app'));
  addBuild(built, digest, fresh);
}

for (const bundle of BUNDLES) build(bundle);
