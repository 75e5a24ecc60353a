import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Payment that the instant bank of the sandbox was asked for. */
export type SandboxInstantPayment = {
  readonly key: string;
  readonly programme: number;
  readonly bsb: string;
  readonly accountNumber: string;
  /** Cents. */
  readonly amount: number;
  /** Business time in ms. */
  readonly askedAt: number;
};

export type SandboxInstantStore = {
  find(key: string): SandboxInstantPayment | undefined;
  save(payment: SandboxInstantPayment): void;
  all(): readonly SandboxInstantPayment[];
};

/** Stores payments in a folder, one file each, so that they survive a restart. */
export function folderInstantStore(folder: string): SandboxInstantStore {
  const fileOf = (key: string) =>
    path.join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.json`);
  const unlessMissing = <T>(read: () => T, missing: T): T => {
    try {
      return read();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
      throw error;
    }
  };
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as SandboxInstantPayment;
  return {
    find: (key) => unlessMissing(() => read(fileOf(key)), undefined),
    save(payment) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(payment.key);
      const part = `${file}.${process.pid}.part`;
      writeFileSync(part, JSON.stringify(payment), { mode: 0o600 });
      renameSync(part, file);
    },
    all: () =>
      unlessMissing(() => readdirSync(folder), [])
        .filter((name) => name.endsWith('.json'))
        .map((name) => read(path.join(folder, name))),
  };
}
