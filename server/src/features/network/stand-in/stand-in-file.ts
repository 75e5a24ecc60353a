import { existsSync, readFileSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';

/** A purchase that was approved here, until it is in the books. */
export type StandInEntry = {
  readonly reference: string;
  readonly tenantId: number;
  readonly approvalCode: string;
  /** Cents. */
  readonly amount: number;
  /** Of the card: a keyed hash. */
  readonly card: string;
  /** Of the content: a repeat is known by it. */
  readonly requestHash: string;
  /** The message without PIN and CVV2, encrypted. */
  readonly cipher: string;
  readonly keyVersion: number;
};

export type StandInFile = {
  entries(): readonly StandInEntry[];
  find(reference: string): StandInEntry | undefined;
  /** Resolves when it is on the disk. */
  add(entry: StandInEntry): Promise<void>;
  remove(reference: string): Promise<void>;
};

/** Approvals on the disk of this server (mode 0600), one a line: they outlive it, whenever it is killed. */
export function openStandInFile(file: string): StandInFile {
  const known = new Map<string, StandInEntry>();
  if (existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const entry = parsed(line);
      if (entry) known.set(entry.reference, entry);
    }
  }
  let last: Promise<unknown> = Promise.resolve();
  /** One write at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
  return {
    entries: () => [...known.values()],
    find: (reference) => known.get(reference),
    add: (entry) =>
      inTurn(async () => {
        const handle = await open(file, 'a', 0o600);
        try {
          await handle.appendFile(`${JSON.stringify(entry)}\n`);
          await handle.datasync();
        } finally {
          await handle.close();
        }
        known.set(entry.reference, entry);
      }),
    remove: (reference) =>
      inTurn(async () => {
        if (!known.delete(reference)) return;
        if (known.size === 0) return rm(file, { force: true });
        const part = `${file}.part`;
        await writeFile(part, [...known.values()].map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
          mode: 0o600,
        });
        await rename(part, file);
      }),
  };
}

/** The last line is cut off where the machine died while it was written: nobody was answered then. */
function parsed(line: string): StandInEntry | undefined {
  try {
    return JSON.parse(line) as StandInEntry;
  } catch {
    return undefined;
  }
}
