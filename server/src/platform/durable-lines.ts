import { existsSync, readFileSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';

/** Entries in a file of this server, one per line with a key. They survive when the process is killed. */
export type DurableLines<Entry> = {
  all(): readonly Entry[];
  find(key: string): Entry | undefined;
  /** Resolves when the entry is flushed to disk. */
  add(entry: Entry): Promise<void>;
  /** Resolves when the entry is removed; the file is deleted with its last entry. */
  remove(key: string): Promise<void>;
};

/** Opens a file with mode 0600, which exists while it has entries. */
export function openDurableLines<Entry>(file: string, keyOf: (entry: Entry) => string): DurableLines<Entry> {
  const known = new Map<string, Entry>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const entry = parsed<Entry>(line);
    if (entry) known.set(keyOf(entry), entry);
  }
  let last: Promise<unknown> = Promise.resolve();
  /** One write at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
  return {
    all: () => [...known.values()],
    find: (key) => known.get(key),
    add: (entry) =>
      inTurn(async () => {
        const handle = await open(file, 'a', 0o600);
        try {
          // Starts on a new line, also after a truncated one.
          await handle.appendFile(`\n${JSON.stringify(entry)}\n`);
          await handle.datasync();
        } finally {
          await handle.close();
        }
        known.set(keyOf(entry), entry);
      }),
    remove: (key) =>
      inTurn(async () => {
        if (!known.delete(key)) return;
        if (known.size === 0) {
          await rm(file, { force: true });
          return;
        }
        const part = `${file}.part`;
        const text = [...known.values()].map((entry) => `${JSON.stringify(entry)}\n`).join('');
        await writeFile(part, text, { mode: 0o600 });
        await rename(part, file);
      }),
  };
}

/** The last line is truncated if the machine failed during the write, in which case the caller got no confirmation. */
function parsed<Entry>(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
