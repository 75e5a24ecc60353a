import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/config.ts';
import { plainFault } from '../server/src/plain-fault.ts';
import { BackupError } from '../server/src/platform/backup-file.ts';
import { runRestore } from '../server/src/restore.ts';
import { openProgress } from './progress.ts';

/** `npm run restore -- FILE`: a backup into an empty database. Exit code 1 when verify finds a fault in it. */
const progress = openProgress(process.stdout);
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new BackupError('npm run restore -- FILE');
  const config = readConfig(process.env, (name) => path.resolve(name));
  const options = { config, env: process.env, file: path.resolve(file), say: progress.say, onPart: progress.part };
  process.exitCode = (await runRestore(options).finally(progress.end)).ok ? 0 : 1;
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
