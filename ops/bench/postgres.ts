import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/postgres/embedded-postgres.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';

export type BenchDatabase = { readonly ownerUrl: string; readonly appUrl: string };

export type BenchPostgres = {
  readonly version: string;
  /** A new database with every migration and no rows. */
  createDatabase(name: string): Promise<BenchDatabase>;
  /** An empty database, for its owner. */
  createBareDatabase(name: string): Promise<string>;
  /** Drops the created databases, and stops PostgreSQL if it was started here. */
  stop(): Promise<void>;
};

/** The PostgreSQL of BENCH_DATABASE_URL, or a started one with durable commits, as in production. */
export async function openPostgres(givenUrl: string | undefined): Promise<BenchPostgres> {
  if (givenUrl !== undefined)
    return onServer(givenUrl, { name: 'wattle_bench', password: randomBytes(16).toString('hex') });
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-bench-'));
  const embedded = await startEmbeddedPostgres({ folder });
  const server = await onServer(embedded.ownerUrl, embedded.appLogin);
  return {
    ...server,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function onServer(ownerUrl: string, appLogin: { name: string; password: string }): Promise<BenchPostgres> {
  const names: string[] = [];
  const create = async (suffix: string): Promise<string> => {
    const name = `wattle_bench_${suffix}`;
    await runOn(ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await runOn(ownerUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
    names.push(name);
    return onDatabase(ownerUrl, name);
  };
  const [row] = await runOn<{ version: string }>(ownerUrl, "SELECT current_setting('server_version') AS version");
  return {
    version: row?.version ?? 'unknown',
    createBareDatabase: create,
    async createDatabase(suffix) {
      const url = await create(suffix);
      await migrate(url, { mode: 'production', appLogin });
      return { ownerUrl: url, appUrl: withLogin(url, appLogin) };
    },
    async stop() {
      for (const name of names) await runOn(ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await runOn(ownerUrl, `DROP ROLE IF EXISTS ${appLogin.name}`);
    },
  };
}

/** Runs one statement on its own connection. */
export async function runOn<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Analyses the tables, like autovacuum within a minute of use and pgbench for its own: without statistics plans are
 * made as for empty tables.
 */
export async function settle({ ownerUrl }: Pick<BenchDatabase, 'ownerUrl'>): Promise<void> {
  await runOn(ownerUrl, 'VACUUM (ANALYZE)');
  rest();
}

/**
 * Waits until everything written so far is on disk, so that a sample does not pay for writes of the previous one. Does
 * nothing on a machine without support.
 */
export function rest(): void {
  spawnSync('sync');
}

const USER_AND_HOST = /^(postgres(?:ql)?:\/\/)(?:([^/?@]*)@)?([^/?]*)\/?[^?]*/;

export function onDatabase(url: string, name: string): string {
  return url.replace(USER_AND_HOST, (_all, scheme: string, user: string | undefined, host: string) =>
    [scheme, user === undefined ? '' : `${user}@`, host, '/', name].join(''),
  );
}

function withLogin(url: string, { name, password }: { name: string; password: string }): string {
  return url.replace(/^(postgres(?:ql)?:\/\/)(?:[^/?@]*@)?/, `$1${name}:${password}@`);
}

/** The URL without its password, for a visible command line, and the password. */
export function withoutPassword(url: string): { url: string; password: string } {
  const password = /^postgres(?:ql)?:\/\/[^/?@:]*:([^/?@]*)@/.exec(url)?.[1] ?? '';
  return { url: url.replace(`:${password}@`, '@'), password: decodeURIComponent(password) };
}
