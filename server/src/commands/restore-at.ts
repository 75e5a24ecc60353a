import { rmSync } from 'node:fs';
import type { AppConfig } from '../config/config.ts';
import { HELD_WORDS } from './restore.ts';
import { BackupError } from '../platform/backup/backup-file.ts';
import { holdInstance } from '../platform/backup/instance-hold.ts';
import { findSealKey } from '../platform/secrets/keys.ts';
import { sealWith } from '../platform/secrets/secret-store.ts';
import { restoreFolder } from '../postgres/restored-postgres.ts';
import { type Verdict, verify } from './verify.ts';

export type RestoreAtCommand = {
  readonly config: AppConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `2026-11-20T02:00:00Z`; undefined: as far as the archive goes. */
  readonly at: string | undefined;
  /** A new data folder of PostgreSQL. */
  readonly folder: string;
  /** Throws the folder away when it was checked. */
  readonly isCheck: boolean;
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly onPart?: (done: number) => void;
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * `npm run restore -- --at TIME --to FOLDER`: the database of the last backup at a moment, held and proved by verify.
 * Throws BackupError.
 */
export async function runRestoreAt(command: RestoreAtCommand): Promise<Verdict> {
  const { config, env, at, folder, isCheck, now, say, onPart } = command;
  const atMs = at === undefined ? undefined : readMoment(at, now());
  const database = config.databaseOwnerUrl === undefined ? 'wattle' : nameIn(config.databaseOwnerUrl);
  try {
    const restored = await restoreFolder({
      folder,
      atMs,
      database,
      stanza: env['PGBACKREST_STANZA'] ? undefined : 'wattle',
      report: say,
    });
    const { ownerUrl, lastCommitAt } = restored;
    try {
      say(`Its last transaction is of ${lastCommitAt ?? 'the backup'}`);
      await holdInstance(ownerUrl, { nowMs: now(), asOfMs: atMs ?? momentIn(lastCommitAt) ?? now() });
      say(HELD_WORDS);
      const key = findSealKey(config, env);
      return await verify(ownerUrl, { say, ...(onPart && { onPart }), seal: key && sealWith(key) });
    } finally {
      await restored.stop();
    }
  } finally {
    if (isCheck) rmSync(folder, { recursive: true, force: true });
  }
}

function readMoment(at: string, nowMs: number): number {
  const ms = MOMENT.test(at) ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(ms)) throw new BackupError(`--at ${at}: a moment with its zone, as 2026-11-20T02:00:00Z`);
  if (ms > nowMs) throw new BackupError(`--at ${at}: this is still to come`);
  return ms;
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** `2026-11-20 02:00:00.123+00` of PostgreSQL's log. */
function momentIn(logged: string | undefined): number | undefined {
  if (logged === undefined) return undefined;
  const ms = Date.parse(logged.trim().replace(' ', 'T').replace(/\+00$/, 'Z'));
  return Number.isNaN(ms) ? undefined : ms;
}
