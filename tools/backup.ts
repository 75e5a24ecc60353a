import path from 'node:path';
import { parseArgs } from 'node:util';
import { runBackup } from '../server/src/commands/backup.ts';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { BackupError } from '../server/src/platform/backup/backup-file.ts';
import { openProgress } from './progress.ts';

/** `npm run backup -- FILE [--without-keys]`: the database and the keys in one file, while the server runs. */
const progress = openProgress(process.stdout);
try {
  const options = { 'without-keys': { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new BackupError('npm run backup -- FILE [--without-keys]');
  const config = readConfig(process.env, (name) => path.resolve(name));
  await runBackup({
    config,
    file: path.resolve(file),
    withKeys: !values['without-keys'],
    now: () => Date.now(),
    say: progress.say,
    onPart: progress.part,
  }).finally(progress.end);
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
