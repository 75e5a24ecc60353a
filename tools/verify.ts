import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/config.ts';
import { plainFault } from '../server/src/plain-fault.ts';
import { attachDatabase } from '../server/src/postgres/attach-database.ts';
import { findSealKey } from '../server/src/platform/keys.ts';
import { sealWith } from '../server/src/platform/secret-store.ts';
import { verify } from '../server/src/verify.ts';
import { openProgress } from './progress.ts';

/**
 * `npm run verify [-- --database URL] [--noted HASH]…`: the invariants of the ledger, its chain and
 * that of the audit log, on the database of that URL, of the running server or, where none runs, on the
 * one that would be started. `--noted`: an end of a chain that an earlier run printed, which must still
 * be there. Exit code 1 when something is broken.
 */
const progress = openProgress(process.stdout);
try {
  const { values } = parseArgs({
    options: { database: { type: 'string' }, noted: { type: 'string', multiple: true, default: [] } },
  });
  const config = readConfig(process.env, (file) => path.resolve(file));
  const key = findSealKey(config, process.env);
  const given =
    values.database === undefined ? {} : { databaseUrl: values.database, databaseOwnerUrl: values.database };
  const database = await attachDatabase({ ...config, ...given }, progress.say);
  try {
    const url = database.ownerUrl ?? database.appUrl;
    const options = { say: progress.say, onPart: progress.part, seal: key && sealWith(key), noted: values.noted };
    process.exitCode = (await verify(url, options).finally(progress.end)).ok ? 0 : 1;
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
