import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { readPostmaster } from './postmaster.ts';

describe('the embedded PostgreSQL', () => {
  // Creating a cluster is slow, so tests that need no new one share one.
  let folder: string;
  const started: EmbeddedPostgres[] = [];
  const folders: string[] = [];
  beforeAll(() => {
    folder = freshFolder();
  });
  afterEach(async () => {
    for (const postgres of started.splice(0)) await postgres.stop();
  });
  afterAll(() => {
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  });

  function freshFolder(): string {
    const made = mkdtempSync(path.join(tmpdir(), 'wattle-embedded-'));
    folders.push(made);
    return made;
  }

  async function start(inside = folder): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ folder: inside, binaries: inject('postgres').binaries });
    started.push(postgres);
    return postgres;
  }

  async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const pidOf = () => readPostmaster(path.join(folder, 'data'))?.pid ?? -1;

  it('listens only on a socket, requires a password, and has private files', async () => {
    const { ownerUrl } = await start();
    expect(await ask(ownerUrl, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    await expect(ask(ownerUrl.replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      /password authentication failed/,
    );
    expect(statSync(path.join(folder, 'passwords.json')).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(folder, 'data')).mode & 0o077).toBe(0);
  });

  it('has page checksums, synchronous commits and code point collation', async () => {
    const { ownerUrl } = await start();
    const [settings] = await ask(
      ownerUrl,
      `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS commit, pg_encoding_to_char(encoding) AS encoding, datcollate
         FROM pg_database WHERE datname = current_database()`,
    );
    expect(settings).toEqual({ checksums: 'on', fsync: 'on', commit: 'on', encoding: 'UTF8', datcollate: 'C' });
  });

  it('keeps all committed data after it was killed with all its children', async () => {
    const first = await start();
    await ask(first.ownerUrl, 'CREATE TABLE kept (n int)');
    await ask(first.ownerUrl, 'INSERT INTO kept VALUES (42)');
    const pid = pidOf();
    // It runs in its own process group, so the signal reaches its children too.
    process.kill(-pid, 'SIGKILL');
    await vi.waitFor(() => expect(readPostmaster(path.join(folder, 'data'))).toBeUndefined(), { timeout: 20_000 });
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await ask(second.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  it('waits for a backend of a killed server that is still running', async () => {
    const { ownerUrl } = await start();
    const client = new pg.Client({ connectionString: ownerUrl });
    client.on('error', () => {});
    await client.connect();
    const [{ pid } = { pid: 0 }] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    // A CPU-bound query does not notice that its server died, and keeps the shared memory attached.
    const busy = client.query('SELECT count(*) FROM generate_series(1, 1000000000)').catch(() => {});
    process.kill(pidOf(), 'SIGKILL');
    await vi.waitUntil(() => readPostmaster(path.join(folder, 'data')) === undefined, { timeout: 10_000 });
    const said: string[] = [];
    const again = startEmbeddedPostgres({
      folder,
      binaries: inject('postgres').binaries,
      report: (what) => said.push(what),
    });
    try {
      await Promise.race([
        again,
        vi.waitUntil(() => said.some((what) => what.startsWith('Waiting')), { timeout: 20_000 }),
      ]);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
    started.push(await again);
    await busy;
    await client.end();
    expect(said).toContain('Waiting for the rest of the database that was killed');
  });

  it('is adopted if it still runs', async () => {
    const first = await start();
    const pid = pidOf();
    const second = await start();
    expect(second.adopted).toBe(true);
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(pidOf()).toBe(pid);
  });

  it('starts despite a lock file whose process id was reused by another program', async () => {
    await (await start()).stop();
    const lock = path.join(folder, 'data/postmaster.pid');
    writeFileSync(lock, `${process.pid}\n${folder}/data\n1\n5432\n${folder}/socket\n\n  1  1\nready   \n`);
    const { ownerUrl } = await start();
    expect(await ask(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readFileSync(lock, 'utf8').split('\n')[0]).not.toBe(String(process.pid));
  });

  it('starts over after an interrupted creation', async () => {
    const cut = freshFolder();
    mkdirSync(path.join(cut, 'data.new'));
    writeFileSync(path.join(cut, 'data.new/PG_VERSION'), '18\n');
    const { ownerUrl } = await start(cut);
    expect(await ask(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts over if its passwords are missing, and keeps the old cluster', async () => {
    const lost = freshFolder();
    await (await start(lost)).stop();
    rmSync(path.join(lost, 'passwords.json'));
    const { ownerUrl } = await start(lost);
    expect(await ask(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(lost).filter((name) => name.startsWith('data.orphaned-'))).toHaveLength(1);
  });

  it("puts its socket elsewhere if the folder's path is too long", async () => {
    const deep = path.join(freshFolder(), 'a'.repeat(60), 'b'.repeat(60));
    mkdirSync(deep, { recursive: true });
    const postgres = await start(deep);
    const { ownerUrl } = postgres;
    expect(await ask(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const socket = decodeURIComponent(/host=([^&]+)/.exec(ownerUrl)?.[1] ?? '');
    expect(socket.length).toBeLessThan(90);
    expect(statSync(socket).mode & 0o077).toBe(0);
    await postgres.stop();
    expect(existsSync(socket)).toBe(false);
  });

  it('leaves no process after it was stopped', async () => {
    const postgres = await start();
    const pid = pidOf();
    await postgres.stop();
    expect(existsSync(path.join(folder, 'data/postmaster.pid'))).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
