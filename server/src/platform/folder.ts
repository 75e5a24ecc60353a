import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Creates a private folder. The embedded PostgreSQL adds search permission if root runs it as another user. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * All files under a folder by their paths in it, with `/` between segments. Empty if the file `sign` is
 * missing: then it is the wrong folder, and may be a large one.
 */
export async function readFolder(folder: string, sign: string): Promise<ReadonlyMap<string, Buffer>> {
  if (!existsSync(path.join(folder, sign))) return new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async (entry): Promise<[string, Buffer]> => {
    const full = path.join(entry.parentPath, entry.name);
    return [path.relative(folder, full).replaceAll(path.sep, '/'), await readFile(full)];
  });
  return new Map(await Promise.all(read));
}

/** Writes files under a folder by their paths in it, and removes those that are named. */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, Buffer>,
  removed: readonly string[] = [],
): Promise<void> {
  for (const [file, body] of files) {
    const full = path.join(folder, file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, body);
  }
  for (const file of removed) await rm(path.join(folder, file));
}

/** The web app's own design tokens, which a brand overrides. */
export function productStylesheet(): Promise<string> {
  return readFile(path.join(import.meta.dirname, '../../../web/src/ui/tokens.css'), 'utf8');
}

/** The folders in a folder, by name. */
export async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name))
    .toSorted();
}

/** The named file, or all files with this ending in a folder and its subfolders, by name. */
export async function filesAt(place: string, ending: string): Promise<string[]> {
  if (!existsSync(place) || !(await stat(place)).isDirectory()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending) && !entry.name.startsWith('.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

/** Bytes of a file; undefined if it is missing. */
export async function readFileBytes(file: string): Promise<Buffer | undefined> {
  return existsSync(file) ? readFile(file) : undefined;
}

/** Deletes files of a folder by their name and age. Answers how many; the folder may not have been made yet. */
export async function deleteOldFiles(folder: string, ours: RegExp, beforeMs: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let gone = 0;
  for (const name of names.filter((one) => ours.test(one))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.mtimeMs >= beforeMs) continue;
    await rm(file, { force: true });
    gone += 1;
  }
  return gone;
}
