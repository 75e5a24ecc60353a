import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rulesOf } from '../config/mode.ts';
import { ConfigError } from '../config/config.ts';
import type { AppConfig } from '../config/config.ts';
import type { BackupHeader } from '../platform/backup/backup.ts';
import { BackupError } from '../platform/backup/backup-file.ts';
import { makeOwnFolder } from '../platform/folder.ts';
import { openDatabaseSource } from '../postgres/database-source.ts';
import { findSealKey } from '../platform/secrets/keys.ts';
import { readBackupHeader, refuseUsedDatabase, restoreTables } from '../platform/backup/restore.ts';
import { sealWith } from '../platform/secrets/secret-store.ts';
import { verify } from './verify.ts';
import type { Verdict } from './verify.ts';

/** Message of a restore about the instance that it has brought back. */
export const HELD_WORDS =
  'The instance is held: no file, message, outside call or due work until npm run desk -- release-instance';

export type RestoreCommand = {
  readonly config: AppConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly file: string;
  /** Begins to hold the instance, unless the one that the backup is of has ended and this one replaces it. */
  readonly holds: boolean;
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly onPart?: (done: number) => void;
};

/** `npm run restore`: a backup into an empty database, proved by verify. Throws BackupError, ConfigError. */
export async function runRestore({ config, env, file, holds, now, say, onPart }: RestoreCommand): Promise<Verdict> {
  const header = await readBackupHeader(file);
  say(`${file}: made ${header.madeAt} on PostgreSQL ${header.postgres}, ${header.migrations.at(-1)?.name}`);
  refuseOtherKeys(config, header);
  makeOwnFolder(config.dataFolder);
  const source = await openDatabaseSource(config, say);
  try {
    const { ownerUrl, appLogin } = source;
    if (ownerUrl === undefined) throw new ConfigError('A restore makes the tables: set DATABASE_OWNER_URL.');
    await refuseUsedDatabase(ownerUrl);
    const beforeRows = () => writeKeys(config, header, say);
    const rows = await restoreTables({
      ownerUrl,
      file,
      header,
      mode: config.mode,
      report: say,
      beforeRows,
      ...(appLogin && { appLogin }),
      hold: holds ? { nowMs: now(), asOfMs: Date.parse(header.madeAt) } : undefined,
    });
    say(`${rows} rows are back`);
    if (holds) say(HELD_WORDS);
    const key = findSealKey(config, env);
    return await verify(ownerUrl, { say, ...(onPart && { onPart }), seal: key && sealWith(key) });
  } finally {
    await source.stop();
  }
}

function keyFile({ dataFolder }: AppConfig): string {
  return path.join(dataFolder, 'keys.json');
}

/** Existing keys are never overwritten. */
function refuseOtherKeys(config: AppConfig, header: BackupHeader): void {
  if (!rulesOf(config.mode).makesKeysAndDatabase || header.keys === null || !existsSync(keyFile(config))) return;
  if (readFileSync(keyFile(config), 'utf8') === header.keys) return;
  throw new BackupError(
    `${keyFile(config)} holds other keys than the backup. Restore with WATTLE_DATA set to a new folder.`,
  );
}

function writeKeys(config: AppConfig, header: BackupHeader, say: RestoreCommand['say']): void {
  if (!rulesOf(config.mode).makesKeysAndDatabase) {
    if (header.keys !== null) say('The keys of the backup were left in it: here they come from the environment.');
    return;
  }
  if (header.keys === null) {
    say(`The backup has no keys: put their keys.json into ${config.dataFolder} before the first start.`);
  } else if (!existsSync(keyFile(config))) {
    writeFileSync(keyFile(config), header.keys, { mode: 0o600, flag: 'wx' });
  }
}
