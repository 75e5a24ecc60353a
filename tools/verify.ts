import path from 'node:path';
import { ConfigError, readConfig } from '../server/src/config.ts';
import { attachDatabase } from '../server/src/platform/attach-database.ts';
import { verify } from '../server/src/verify.ts';

/**
 * `npm run verify`: the invariants of the ledger and the chain of the audit log, on the database of
 * the running server or, where none runs, on the one that would be started. Exit code 1 when broken.
 */
const config = readConfig(process.env, (file) => path.resolve(file));
try {
  const database = await attachDatabase(config, (line) => console.log(line));
  try {
    process.exitCode = (await verify(database.ownerUrl ?? database.appUrl, (line) => console.log(line))).ok ? 0 : 1;
  } finally {
    await database.stop();
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
