import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/config.ts';
import { plainFault } from '../server/src/plain-fault.ts';
import { BackupError } from '../server/src/platform/backup-file.ts';
import { runRestore } from '../server/src/restore.ts';
import { openProgress } from './progress.ts';

/**
 * `npm run restore -- FILE`: a backup into an empty database. Exit code 1 when verify finds a fault in it.
 * `--not-held` for an instance that ended when the backup was made, and goes on here.
 */
const progress = openProgress(process.stdout);
try {
  const options = { 'not-held': { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new BackupError('npm run restore -- FILE [--not-held]');
  const config = readConfig(process.env, (name) => path.resolve(name));
  const command = {
    config,
    env: process.env,
    file: path.resolve(file),
    holds: !values['not-held'],
    now: () => Date.now(),
    say: progress.say,
    onPart: progress.part,
  };
  process.exitCode = (await runRestore(command).finally(progress.end)).ok ? 0 : 1;
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
