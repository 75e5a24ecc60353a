import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase, givenEmptyDatabase } from '../../../test-support/processes/database.ts';
import type { TestDatabase } from '../../../test-support/processes/database.ts';
import { checkMigrated, migrate } from './migrate.ts';

describe('migrations', () => {
  let given: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    given = await givenDatabase();
    folder = mkdtempSync(path.join(tmpdir(), 'wattle-migrations-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await given.close();
  });

  function write(name: string, sql: string): void {
    writeFileSync(path.join(folder, `${name}.sql`), sql);
  }
  const run = () => migrate(given.ownerUrl, { folder });

  it('run once, in the order of their numbers', async () => {
    write('9002-second', 'INSERT INTO step VALUES (2);');
    write('9001-first', 'CREATE TABLE step (n int); INSERT INTO step VALUES (1);');
    expect(await run()).toEqual(['9001-first', '9002-second']);
    expect(await run()).toEqual([]);
    expect(await given.asOwner('SELECT n FROM step')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('are refused when one was changed after it had run, and nothing runs', async () => {
    write('9001-first', 'CREATE TABLE step (n int);');
    await run();
    write('9001-first', 'CREATE TABLE step (n bigint);');
    write('9002-second', 'INSERT INTO step VALUES (2);');
    await expect(run()).rejects.toThrow('9001-first was changed');
    expect(await given.asOwner('SELECT n FROM step')).toEqual([]);
    await expect(checkMigrated(given.url, folder)).rejects.toThrow('9001-first was changed');
  });

  it('are rolled back when one fails half-way', async () => {
    write('9001-broken', 'CREATE TABLE half (n int); SELECT 1 / 0;');
    await expect(run()).rejects.toThrow('9001-broken failed: division by zero');
    expect(await given.asOwner("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    expect(await given.asOwner("SELECT FROM migration WHERE name = '9001-broken'")).toHaveLength(0);
  });

  it('run once when several servers start at the same time', async () => {
    write('9001-first', 'CREATE TABLE step (n int); SELECT pg_sleep(0.2); INSERT INTO step VALUES (1);');
    const ran = await Promise.all([run(), run(), run()]);
    expect(ran.flat()).toEqual(['9001-first']);
    expect(await given.asOwner('SELECT n FROM step')).toEqual([{ n: 1 }]);
  });

  it('release a lock they wait for, let other statements run, and are retried', async () => {
    write('9001-first', 'CREATE TABLE step (n int);');
    await run();
    write('9002-second', 'INSERT INTO step VALUES (1); ALTER TABLE step ADD COLUMN m int;');
    const reader = new pg.Client({ connectionString: given.ownerUrl });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM step');
    const reported: string[] = [];
    const patience = { limitMs: 100, tries: 100, pauseMs: 50 };
    const migrated = migrate(given.ownerUrl, { folder, patience, report: (what) => reported.push(what) });
    await expect.poll(() => reported.filter((what) => what.includes('is tried again')).length).toBeGreaterThan(1);
    // It blocks no one for longer than its lock timeout.
    expect(await given.asOwner('SELECT n FROM step')).toEqual([]);
    await reader.query('COMMIT');
    await reader.end();
    expect(await migrated).toEqual(['9002-second']);
    expect(await given.asOwner('SELECT n, m FROM step')).toEqual([{ n: 1, m: null }]);
  });

  it('fail without any change when the lock is never available', async () => {
    write('9001-first', 'CREATE TABLE step (n int);');
    await run();
    write('9002-second', 'ALTER TABLE step ADD COLUMN m int;');
    const reader = new pg.Client({ connectionString: given.ownerUrl });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM step');
    const patience = { limitMs: 50, tries: 2, pauseMs: 10 };
    await expect(migrate(given.ownerUrl, { folder, patience })).rejects.toThrow(
      '9002-second failed: canceling statement',
    );
    await reader.end();
    expect(await run()).toEqual(['9002-second']);
  });

  it('of an older release run on the schema of a newer one', async () => {
    write('9001-first', 'CREATE TABLE step (n int);');
    write('9002-newer', 'ALTER TABLE step ADD COLUMN m int;');
    await run();
    rmSync(path.join(folder, '9002-newer.sql'));
    expect(await run()).toEqual([]);
    await checkMigrated(given.url, folder);
  });

  it('that are missing prevent the start of a server that may not apply them', async () => {
    write('9001-first', 'CREATE TABLE step (n int);');
    await expect(checkMigrated(given.url, folder)).rejects.toThrow('lacks 9001-first');
  });
});

describe('the migrations of this version', () => {
  let given: Awaited<ReturnType<typeof givenEmptyDatabase>>;
  beforeEach(async () => {
    given = await givenEmptyDatabase();
  });
  afterEach(() => given.close());

  const tables = () => given.asOwner("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");

  it('run on an empty database, and do nothing a second time', async () => {
    const names = await migrate(given.ownerUrl);
    expect(names[0]).toBe('0001-tenants');
    expect(await migrate(given.ownerUrl)).toEqual([]);
    await checkMigrated(given.url);
  });

  it('refuse a database with partly created tables and no record of them, without changing it', async () => {
    await given.asOwner('CREATE TABLE brand (id integer)');
    await expect(migrate(given.ownerUrl)).rejects.toThrow('0001-tenants failed: relation "brand" already exists');
    expect(await tables()).toEqual([{ tablename: 'brand' }, { tablename: 'migration' }]);
    expect(await given.asOwner('SELECT FROM migration')).toHaveLength(0);
  });
});

describe('a database from before version 0.2.0', () => {
  let given: Awaited<ReturnType<typeof givenEmptyDatabase>>;
  beforeEach(async () => {
    given = await givenEmptyDatabase();
    await given.asOwner(`CREATE TABLE migration (
      name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`);
    await given.asOwner(`INSERT INTO migration (name, sha256)
      VALUES ('0001-tenants', '77'), ('0022-instance', '88'), ('0350-tax-numbers-in-clear', '99')`);
    await given.asOwner(
      "CREATE TABLE tenant (id integer PRIMARY KEY, name text); INSERT INTO tenant VALUES (1, 'Harbour')",
    );
    await given.asOwner('GRANT SELECT ON migration TO wattle_app');
  });
  afterEach(() => given.close());

  const everything = async () => ({
    relations: await given.asOwner(
      "SELECT oid, relname, relacl::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY oid",
    ),
    functions: await given.asOwner("SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace"),
    migrations: await given.asOwner('SELECT * FROM migration ORDER BY name'),
    tenants: await given.asOwner('SELECT * FROM tenant'),
  });

  it('is refused by the name of its newest migration and not changed', async () => {
    const before = await everything();
    await expect(migrate(given.ownerUrl)).rejects.toThrow(
      'This database is from before version 0.2.0: its newest migration is 0350-tax-numbers-in-clear. ' +
        'Nothing was changed. docs/upgrades.md says how its data come into a new database',
    );
    expect(await everything()).toEqual(before);
  });

  it('is refused where it has the migrations that were made while 0.2.0 was', async () => {
    await given.asOwner(`DELETE FROM migration; INSERT INTO migration (name, sha256)
      VALUES ('0001-tenants', '77'), ('0023-instance', '88'), ('0107-money-at-processors', '99')`);
    const before = await everything();
    await expect(migrate(given.ownerUrl)).rejects.toThrow(
      'This database is from before version 0.2.0: its newest migration is 0107-money-at-processors. ' +
        'Nothing was changed. docs/upgrades.md says how its data come into a new database',
    );
    expect(await everything()).toEqual(before);
  });

  it('is refused by a server that may not migrate', async () => {
    await expect(checkMigrated(given.url)).rejects.toThrow('This database is from before version 0.2.0');
  });
});
