import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Records of a system of the sandbox, by a key. */
export type SandboxRecords<T> = {
  find(key: string): T | undefined;
  save(record: T): void;
  all(): readonly T[];
};

/**
 * Keeps records in a folder, one file each, so that they survive a restart. Synchronous, so two calls about one record
 * are processed one after another.
 */
export function folderRecords<T>(folder: string, keyOf: (record: T) => string): SandboxRecords<T> {
  const fileOf = (key: string) =>
    path.join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.json`);
  const unlessMissing = <Read>(read: () => Read, missing: Read): Read => {
    try {
      return read();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
      throw error;
    }
  };
  const read = (file: string): T | undefined =>
    unlessMissing(() => JSON.parse(readFileSync(file, 'utf8')) as T, undefined);
  return {
    find: (key) => read(fileOf(key)),
    save(record) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(keyOf(record));
      const part = `${file}.${process.pid}.part`;
      writeFileSync(part, JSON.stringify(record), { mode: 0o600 });
      renameSync(part, file);
    },
    all: () =>
      unlessMissing(() => readdirSync(folder), [])
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => read(path.join(folder, name)) ?? []),
  };
}
