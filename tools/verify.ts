import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { readConfig } from '../server/src/config.ts';
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts';
import { claimDatabase, readInstance } from '../server/src/platform/instance.ts';
import { verify } from '../server/src/verify.ts';

/**
 * `npm run verify`: the invariants of the ledger and the chain of the audit log, on the database of
 * the running server or, where none runs, on the one that would be started. Exit code 1 when broken.
 */
const config = readConfig(process.env, (file) => path.resolve(file));
const say = (line: string) => console.log(line);

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function verifyStoppedDatabase(): Promise<boolean> {
  const folder = path.join(config.dataFolder, 'postgres');
  if (!existsSync(folder)) {
    console.error(`There is no database in ${config.dataFolder}: start Wattle first, or set DATABASE_OWNER_URL.`);
    return false;
  }
  const postgres = await startEmbeddedPostgres({ folder, report: say });
  // A server that starts meanwhile waits for this claim instead of losing its database at our end.
  const release = await claimDatabase(postgres.ownerUrl);
  try {
    return (await verify(postgres.ownerUrl, say)).ok;
  } finally {
    await release?.();
    if (release) await postgres.stop();
  }
}

const given = config.databaseOwnerUrl ?? config.databaseUrl ?? readInstance(config.dataFolder)?.ownerUrl;
const isUp = given !== undefined && (config.databaseUrl !== undefined || (await answers(given)));
const ok = isUp ? (await verify(given, say)).ok : await verifyStoppedDatabase();
process.exitCode = ok ? 0 : 1;
