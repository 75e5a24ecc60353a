import path from 'node:path';
import { runBrands } from '../server/src/brands.ts';
import { ConfigError, readConfig } from '../server/src/config.ts';
import { MigrationError } from '../server/src/platform/migrate.ts';

/** `npm run brands -- import DIR`: brands in and out of their folders. */
try {
  process.exitCode = await runBrands({
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
