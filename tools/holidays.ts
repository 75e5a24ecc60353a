import path from 'node:path';
import { ConfigError, readConfig } from '../server/src/config.ts';
import { runHolidays } from '../server/src/holidays.ts';
import { MigrationError } from '../server/src/platform/migrate.ts';

/** `npm run holidays -- load FILE`: the public holidays that banking days are reckoned by. */
try {
  process.exitCode = await runHolidays({
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
