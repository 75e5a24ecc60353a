import { userInfo } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig } from '../server/src/config/config.ts';
import { plainFault } from '../server/src/start/plain-fault.ts';
import { attachDatabase } from '../server/src/postgres/attach-database.ts';
import { findSealKey } from '../server/src/platform/secrets/keys.ts';
import { sealWith } from '../server/src/platform/secrets/secret-store.ts';
import { noteVerifyRun } from '../server/src/platform/sealed-log/verify-run.ts';
import { verify } from '../server/src/commands/verify.ts';
import { openProgress } from './progress.ts';

/**
 * `npm run verify [-- --database URL] [--noted HASH]…`: the invariants of the ledger, its chain and
 * that of the audit log, on the database of that URL, of the running server or, where none runs, on the
 * one that would be started. `--noted`: an end of a chain that an earlier run printed, which must still
 * be there. Exit code 1 when something is broken.
 */
const progress = openProgress(process.stdout);

/** Keeps the run for the overview of the desk. A run that cannot be kept has its report all the same. */
async function noteRun(url: string, run: { readonly tookMs: number; readonly broken: number }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    if (!(await noteVerifyRun(client, { ...run, by: userInfo().username })))
      console.log('Not kept for the desk: this is a read replica.');
  } catch (error) {
    console.log(`Not kept for the desk: ${plainFault(error) ?? String(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

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
    let broken = 0;
    const onVerdict = (places: number) => {
      broken = places;
    };
    const begunAt = performance.now();
    const options = { say: progress.say, onPart: progress.part, seal: key && sealWith(key), noted: values.noted };
    process.exitCode = (await verify(url, { ...options, onVerdict }).finally(progress.end)).ok ? 0 : 1;
    await noteRun(url, { tookMs: performance.now() - begunAt, broken });
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(plainFault(error) ?? error);
  process.exitCode = 1;
}
