import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { BackupError } from '../server/src/platform/backup/backup-file.ts';
import { runRestore } from '../server/src/commands/restore.ts';
import { runRestoreAt } from '../server/src/commands/restore-at.ts';
import { openProgress } from './progress.ts';

const USAGE = `npm run restore -- FILE [--not-held]
npm run restore -- --at TIME --to FOLDER
npm run restore -- --check [--at TIME]`;

/**
 * Brings a backup back. Exit code 1 when verify finds a fault in it.
 *
 * `FILE`: a file of `npm run backup`, into an empty database; `--not-held` for an instance that ended when the backup
 * was made, and goes on here. `--at TIME --to FOLDER`: the database as pgBackRest has it, at a moment. `--check`: the
 * same in a folder that is thrown away.
 */
const progress = openProgress(process.stdout);
try {
  const options = {
    'not-held': { type: 'boolean', default: false },
    at: { type: 'string' },
    to: { type: 'string' },
    check: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const config = readConfig(process.env, (name) => path.resolve(name));
  const given = { config, env: process.env, now: () => Date.now(), say: progress.say, onPart: progress.part };
  process.exitCode = (await restore(values, positionals, given).finally(progress.end)).ok ? 0 : 1;
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}

function checkFolder(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'wattle-restore-check-'));
  // PostgreSQL does not run as root, and passes through.
  chmodSync(parent, 0o711);
  return parent;
}

type Values = {
  readonly 'not-held': boolean;
  readonly at?: string | undefined;
  readonly to?: string | undefined;
  readonly check: boolean;
};
type Given = Omit<
  Parameters<typeof runRestore>[0] & Parameters<typeof runRestoreAt>[0],
  'file' | 'holds' | 'at' | 'folder' | 'isCheck'
>;

function restore({ at, to, check: isCheck, 'not-held': isNotHeld }: Values, files: readonly string[], given: Given) {
  const [file] = files;
  if (file !== undefined) {
    if (files.length > 1 || at !== undefined || to !== undefined || isCheck) throw new BackupError(USAGE);
    return runRestore({ ...given, file: path.resolve(file), holds: !isNotHeld });
  }
  const isUsed = isCheck ? to === undefined : to !== undefined && at !== undefined;
  if (!isUsed || isNotHeld) throw new BackupError(USAGE);
  if (to !== undefined) return runRestoreAt({ ...given, at, folder: path.resolve(to), isCheck });
  const parent = checkFolder();
  const checked = runRestoreAt({ ...given, at, folder: path.join(parent, 'data'), isCheck });
  return checked.finally(() => rmSync(parent, { recursive: true, force: true }));
}
