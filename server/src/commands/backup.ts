import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { rulesOf } from '../config/mode.ts';
import type { AppConfig } from '../config/config.ts';
import { attachDatabase } from '../postgres/attach-database.ts';
import { writeBackup } from '../platform/backup/backup.ts';
import { BackupError } from '../platform/backup/backup-file.ts';

export type BackupCommand = {
  readonly config: AppConfig;
  readonly file: string;
  readonly withKeys: boolean;
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly onPart?: (done: number) => void;
};

/** `npm run backup`: the database of the settings and the key file in one file. Throws BackupError. */
export async function runBackup({ config, file, withKeys, now, say, onPart }: BackupCommand): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} is there already. Nothing is written over.`);
  const keys = withKeys ? readKeyText(config) : null;
  const database = await attachDatabase(config, say);
  try {
    const ownerUrl = database.ownerUrl ?? database.appUrl;
    const { tables, rows } = await writeBackup({ ownerUrl, file, keys, now, ...(onPart && { onPart }) });
    const megabytes = (statSync(file).size / 1024 ** 2).toFixed(1);
    say(`${file}: ${rows} rows of ${tables} tables, ${megabytes} MB`);
  } finally {
    await database.stop();
  }
  say(
    keys === null
      ? 'The keys are not in it. Without them its card numbers, passwords and seals are of no use: keep both.'
      : 'It holds the keys: whoever has this file can read the card numbers. Keep it as you keep them.',
  );
}

/** In production the keys are in the environment, and there is no file. */
function readKeyText({ mode, dataFolder }: AppConfig): string | null {
  const file = path.join(dataFolder, 'keys.json');
  return rulesOf(mode).makesKeysAndDatabase && existsSync(file) ? readFileSync(file, 'utf8') : null;
}
