import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Mode } from '../../config/mode.ts';
import { refuseOtherMode, writeMode } from './instance-mode.ts';

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../../migrations');

/** Advisory lock key for Wattle's migrations in a database. */
const MIGRATION_LOCK = 0x77_61_74_74;
/** Maximum wait for another server that migrates. */
const LOCK_LIMIT = '60s';
/**
 * A migration has a short lock timeout, so that it does not queue behind a long transaction and block all later
 * statements. It is rolled back and retried, and they proceed in between.
 */
const TABLE_LOCK: LockPatience = { limitMs: 2_000, tries: 20, pauseMs: 1_000 };
const LOCK_NOT_AVAILABLE = '55P03';

export type LockPatience = { readonly limitMs: number; readonly tries: number; readonly pauseMs: number };

/** The database does not match the migrations of this version; the message gives the reason. */
export class MigrationError extends Error {}

/** The first and the last migration of version 0.2.0, with which the history of the schema begins. */
const FIRST_OF_BASELINE = '0001-tenants';
export const LAST_OF_BASELINE = '0025-instance';
/** Each database from before the release has one of these: their tables are in other files of 0.2.0. */
const BEFORE_BASELINE = ['0022-instance', '0023-instance', '0024-instance'];

type Migration = { readonly name: string; readonly sql: string; readonly sha256: string };

export type MigrateOptions = {
  /** Folder of `NNNN-name.sql`, in the order of their names. */
  readonly folder?: string;
  /** The login of the application: created, made a member of `wattle_app`, its password set. */
  readonly appLogin?: { readonly name: string; readonly password: string };
  readonly report?: (what: string) => void;
  /** Written into a database that has none yet; another one is refused. Absent: rows with it come later. */
  readonly mode?: Mode;
  /** Waiting for table locks. */
  readonly patience?: LockPatience;
  /** Runs only the migrations of another database. Throws if this version lacks one of them. */
  readonly only?: readonly { readonly name: string; readonly sha256: string }[];
};

/** Migrates the database to this version. Returns the names of the migrations that it ran. */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const known = readMigrations(options.folder ?? MIGRATIONS_FOLDER);
  const migrations = options.only ? pick(known, options.only) : known;
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wattle-migrate' });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = '${LOCK_LIMIT}'`);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    refuseOlder('database', (await readApplied(client)).keys());
    if (options.mode) await refuseOtherMode(client, options.mode);
    const patience = options.patience ?? TABLE_LOCK;
    await client.query(`SET lock_timeout = ${patience.limitMs}`);
    const ran = await runMissing(client, migrations, patience, options.report ?? (() => {}));
    // The first migration creates the role.
    if (ran.length > 0) await client.query('GRANT SELECT ON migration TO wattle_app');
    if (ran.length > 0) await client.query(SHARE_NEW_SEQUENCES);
    if (options.mode) await writeMode(client, options.mode);
    if (options.appLogin) await createAppLogin(client, options.appLogin);
    return ran;
  } finally {
    await client.end();
  }
}

/** In a cell, a new sequence uses the cell's share before its first value is drawn. */
export const SHARE_NEW_SEQUENCES = `
DO $$ BEGIN
  IF to_regclass('cell') IS NOT NULL THEN
    PERFORM share_sequence(sequencename, 0) FROM pg_sequences WHERE schemaname = 'public';
  END IF;
END $$`;

/** Throws if this version lacks a migration of another database. */
export function refuseUnknown(only: NonNullable<MigrateOptions['only']>): void {
  refuseOlder(
    'backup',
    only.map(({ name }) => name),
  );
  pick(readMigrations(MIGRATIONS_FOLDER), only);
}

function pick(known: readonly Migration[], only: readonly Omit<Migration, 'sql'>[]): Migration[] {
  refuseChanged(known, new Map(only.map(({ name, sha256 }) => [name, sha256])));
  const names = new Set(only.map(({ name }) => name));
  const picked = known.filter(({ name }) => names.delete(name));
  if (names.size > 0) throw new MigrationError(`This version does not have ${[...names].join(', ')}: it is too old.`);
  return picked;
}

async function runMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  patience: LockPatience,
  report: (what: string) => void,
): Promise<string[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS migration (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`);
  const applied = await readApplied(client);
  refuseChanged(migrations, applied);
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) {
    report(`Migrating the database: ${migration.name}`);
    for (let tried = 1; !(await runOne(client, migration, tried < patience.tries)); tried += 1) {
      report(`A table is in use: ${migration.name} is tried again`);
      await pause(patience.pauseMs);
    }
  }
  return missing.map(({ name }) => name);
}

/** False if a lock was not available and attempts are left: nothing was changed. */
async function runOne(client: pg.Client, { name, sql, sha256 }: Migration, isRetryable: boolean): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [name, sha256]);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (isRetryable && (error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function createAppLogin(client: pg.Client, login: { name: string; password: string }): Promise<void> {
  const name = client.escapeIdentifier(login.name);
  const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [login.name]);
  if (found.rowCount === 0) await client.query(`CREATE ROLE ${name}`);
  await client.query(`ALTER ROLE ${name} LOGIN INHERIT PASSWORD ${client.escapeLiteral(login.password)}`);
  await client.query(`GRANT wattle_app TO ${name}`);
}

/** Refuses to start the application on a database that lacks a migration of this version or has a changed one. */
export async function checkMigrated(appUrl: string, folder = MIGRATIONS_FOLDER): Promise<void> {
  const { missing } = await compareMigrations(appUrl, folder);
  if (missing.length === 0) return;
  throw new MigrationError(`The database lacks ${missing.join(', ')}. Set DATABASE_OWNER_URL so that they can be run.`);
}

/**
 * Migrations of this version that a database lacks, and the newest that it has: undefined without any. Throws
 * MigrationError if it is from before the history of the schema, or has a changed one.
 */
export async function compareMigrations(
  appUrl: string,
  folder = MIGRATIONS_FOLDER,
): Promise<{ readonly missing: readonly string[]; readonly newest: string | undefined }> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    const applied = await readApplied(client).catch(() => new Map<string, string>());
    refuseOlder('database', applied.keys());
    refuseChanged(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
    return { missing, newest: [...applied.keys()].toSorted().at(-1) };
  } finally {
    await client.end();
  }
}

/** The names of the migrations of a folder, in the order in which they run. */
export function migrationNames(folder: string): string[] {
  return readdirSync(folder)
    .flatMap((file) => MIGRATION_FILE.exec(file)?.[1] ?? [])
    .toSorted();
}

const MIGRATION_FILE = /^(\d{4}-.+)\.sql$/;

function readMigrations(folder: string): Migration[] {
  return migrationNames(folder).map((name) => {
    const sql = readFileSync(path.join(folder, `${name}.sql`), 'utf8');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Empty if nothing was migrated. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const found = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'migration'");
  if (found.rowCount === 0) return new Map();
  const { rows } = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM migration');
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  for (const { name, sha256 } of migrations) {
    const then = applied.get(name);
    if (then !== undefined && then !== sha256) {
      throw new MigrationError(`Migration ${name} was changed after it had been applied. Write a new one instead.`);
    }
  }
}

/** Databases and backups from before version 0.2.0 have other migrations, which are not in this version. */
function refuseOlder(what: 'database' | 'backup', applied: Iterable<string>): void {
  const names = [...applied].toSorted();
  const newest = names.at(-1);
  const isOlder = !names.includes(FIRST_OF_BASELINE) || BEFORE_BASELINE.some((name) => names.includes(name));
  if (newest === undefined || !isOlder) return;
  throw new MigrationError(
    `This ${what} is from before version 0.2.0: its newest migration is ${newest}. Nothing was changed. ` +
      'docs/upgrades.md says how its data come into a new database; to start without them, set WATTLE_DATA to a new ' +
      'folder or DATABASE_URL to a new database.',
  );
}
