import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type AppConfig, ConfigError } from '../config/config.ts';
import { type DatabaseSource, openDatabaseSource } from './database-source.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { claimDatabase, readInstance } from '../platform/instance.ts';

type Settings = Pick<AppConfig, 'mode' | 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl'>;
type Attached = Pick<DatabaseSource, 'ownerUrl' | 'appUrl' | 'stop'>;

/**
 * The database for a command: the configured one, that of the running server, or the embedded one, which runs
 * until `stop`. Does not create a database.
 */
export async function attachDatabase(config: Settings, report: (what: string) => void): Promise<Attached> {
  if (config.databaseUrl !== undefined) return openDatabaseSource(config, report);
  const running = readInstance(config.dataFolder);
  if (running && (await answers(running.appUrl))) return { ...running, stop: async () => {} };
  const folder = path.join(config.dataFolder, 'postgres');
  if (!existsSync(folder)) {
    throw new ConfigError(`There is no database in ${config.dataFolder}: start Wattle first, or set DATABASE_URL.`);
  }
  const { ownerUrl, appUrl, stop } = await startEmbeddedPostgres({ folder, report });
  // A server that starts meanwhile waits for this claim; otherwise stopping the database here would break it.
  const release = await claimDatabase(ownerUrl);
  return {
    ownerUrl,
    appUrl,
    async stop() {
      await release?.();
      if (release) await stop();
    },
  };
}

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
