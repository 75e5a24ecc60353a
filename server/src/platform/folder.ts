import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** All files under a folder by their paths in it, with `/` between segments. */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async (entry): Promise<[string, Buffer]> => {
    const full = path.join(entry.parentPath, entry.name);
    return [path.relative(folder, full).replaceAll(path.sep, '/'), await readFile(full)];
  });
  return new Map(await Promise.all(read));
}
