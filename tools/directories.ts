import path from 'node:path';
import { ConfigError, readConfig } from '../server/src/config/config.ts';
import { runDirectories } from '../server/src/commands/directories.ts';
import { MigrationError } from '../server/src/platform/migrate.ts';

/** `npm run directories -- load billers FILE`: the directories that payments are checked against. */
try {
  process.exitCode = await runDirectories({
    argv: process.argv.slice(2),
    config: readConfig(process.env, (file) => path.resolve(file)),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof MigrationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
