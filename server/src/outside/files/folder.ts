import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OutsideOutcome } from '../outcome.ts';
import { FILE_NAME, type FileExchange, PART } from './port.ts';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'fault';

/** Files in a private folder of this machine (0700, files 0600), created on demand. */
export function openFolderExchange(folder: string): FileExchange {
  const sizeOf = async (name: string) => {
    try {
      return (await stat(path.join(folder, name))).size;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  };
  return {
    async put(name, bytes) {
      if (!FILE_NAME.test(name)) return { kind: 'refused', code: 'file_name' };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const size = await sizeOf(name);
        if (size !== undefined) return settled(size === bytes.byteLength);
        const part = path.join(folder, `${name}${PART}`);
        // Removes the remainder of an interrupted attempt.
        await rm(part, { force: true });
        const file = await open(part, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, path.join(folder, name));
        return { kind: 'done', value: null };
      } catch (error) {
        return { kind: 'unknown', code: codeOf(error) };
      }
    },
    async list() {
      try {
        const entries = await readdir(folder, { withFileTypes: true });
        const names = entries.filter((entry) => entry.isFile() && isWhole(entry.name)).map(({ name }) => name);
        const sized = await Promise.all(
          names.toSorted().map(async (name) => ({ name, size: (await sizeOf(name)) ?? 0 })),
        );
        return { kind: 'done', value: sized };
      } catch (error) {
        return codeOf(error) === 'ENOENT' ? { kind: 'done', value: [] } : { kind: 'unknown', code: codeOf(error) };
      }
    },
    async read(name) {
      if (!FILE_NAME.test(name)) return { kind: 'refused', code: 'file_name' };
      try {
        return { kind: 'done', value: await readFile(path.join(folder, name)) };
      } catch (error) {
        return codeOf(error) === 'ENOENT'
          ? { kind: 'refused', code: 'no_file' }
          : { kind: 'unknown', code: codeOf(error) };
      }
    },
  };
}

/** Whether a file can be read: its name is valid and not that of a partial transfer. */
export function isWhole(name: string): boolean {
  return FILE_NAME.test(name) && !name.endsWith(PART);
}

/** Outcome of a put for an existing name. */
export function settled(isSame: boolean): OutsideOutcome<null> {
  return isSame ? { kind: 'done', value: null } : { kind: 'refused', code: 'name_taken' };
}
