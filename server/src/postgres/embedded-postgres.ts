import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { abandonPostmaster, readPostmaster, removeStaleLock, stopPostmaster } from './postmaster.ts';
import { bundledBinaries } from './postgres-binaries.ts';
import { postgresUser } from './postgres-user.ts';
import type { PostgresUser, SpawnPlan } from './postgres-user.ts';

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  /** Superuser, on the database `wattle`. */
  readonly ownerUrl: string;
  readonly appLogin: AppLogin;
  readonly appUrl: string;
  /** True if it was already running because the process that started it was killed. */
  readonly adopted: boolean;
  /** Disconnects all sessions, stops the server and returns when everything is flushed. */
  stop(): Promise<void>;
  /** Immediate shutdown without waiting; it recovers at the next start. */
  abandon(): void;
};

export type AppLogin = { readonly name: string; readonly password: string };

export type EmbeddedOptions = {
  /**
   * Contains the cluster, its log and its passwords, and the socket if the user can access it and the path is
   * short enough.
   */
  readonly folder: string;
  /** Folder of `initdb` and `postgres`; the bundled ones by default. */
  readonly binaries?: string;
  /** Disposable: nothing is flushed to disk. For tests only. */
  readonly isThrowAway?: boolean;
  /** Reports progress, one short sentence each. */
  readonly report?: (what: string) => void;
};

const OWNER = 'wattle_owner';
const APP = 'wattle_server';
const DATABASE = 'wattle';
const PORT = 5432;
const PASSWORDS = 'passwords.json';
/** sun_path holds 104 bytes on macOS and 108 on Linux, including the socket's name and a terminating zero. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432.lock'.length;
/** Start timeout. Crash recovery replays at most a few checkpoints. */
const START_LIMIT_MS = 120_000;
const REST_MS = 200;

type Credentials = { readonly owner: string; readonly app: string };

/** Starts the PostgreSQL of `folder` or adopts a running one. Creates the cluster if there is none. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder, isThrowAway = false } = options;
  const report = options.report ?? (() => {});
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const user = postgresUser(options.binaries ?? bundledBinaries());
  const home = user.homeFor(folder);
  const data = path.join(home, 'data');
  const credentials = readCredentials(folder) ?? (await makeCredentials(folder, data));

  const running = readPostmaster(data);
  if (running) {
    report('Taking over the running database');
    await waitUntilReady(urlOn(running.socketFolder, OWNER, credentials.owner, 'postgres'), () => undefined);
    return finish({ credentials, data, socketFolder: running.socketFolder, adopted: true });
  }

  removeStaleLock(data);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    report('Creating the database');
    createCluster(user, data, credentials, isThrowAway);
  }
  user.own(data);
  const socketFolder = freshSocketFolder(user, home);
  report('Starting the database');
  const logFile = path.join(folder, 'postgres.log');
  const plan = user.command('postgres', postgresArguments(data, socketFolder, isThrowAway));
  await launchAfterTheRest(plan, logFile, urlOn(socketFolder, OWNER, credentials.owner, 'postgres'), report);
  return finish({ credentials, data, socketFolder, adopted: false });
}

async function finish(running: {
  readonly credentials: Credentials;
  readonly data: string;
  readonly socketFolder: string;
  readonly adopted: boolean;
}): Promise<EmbeddedPostgres> {
  const { credentials, socketFolder, data, adopted } = running;
  await createDatabase(urlOn(socketFolder, OWNER, credentials.owner, 'postgres'));
  return {
    ownerUrl: urlOn(socketFolder, OWNER, credentials.owner, DATABASE),
    appUrl: urlOn(socketFolder, APP, credentials.app, DATABASE),
    appLogin: { name: APP, password: credentials.app },
    adopted,
    async stop() {
      await stopPostmaster(data);
      rmSync(socketFolder, { recursive: true, force: true });
    },
    abandon: () => abandonPostmaster(data),
  };
}

function readCredentials(folder: string): Credentials | undefined {
  const file = path.join(folder, PASSWORDS);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credentials) : undefined;
}

/** A cluster without passwords belongs to a removed data folder. It is renamed and kept. */
async function makeCredentials(folder: string, data: string): Promise<Credentials> {
  if (existsSync(data)) {
    await stopPostmaster(data);
    renameSync(data, `${data}.orphaned-${Date.now()}`);
  }
  const made = { owner: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') };
  writeFileSync(path.join(folder, PASSWORDS), JSON.stringify(made), { mode: 0o600, flag: 'wx' });
  return made;
}

function urlOn(socketFolder: string, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(socketFolder)}&port=${PORT}`;
}

/** Created under a temporary name and renamed, so that a kill leaves no partial cluster. */
function createCluster(user: PostgresUser, data: string, credentials: Credentials, isThrowAway: boolean): void {
  const half = `${data}.new`;
  const passwordFolder = `${data}.password`;
  const passwordFile = path.join(passwordFolder, 'owner');
  for (const left of [half, passwordFolder]) rmSync(left, { recursive: true, force: true });
  mkdirSync(passwordFolder, { mode: 0o700 });
  writeFileSync(passwordFile, credentials.owner, { mode: 0o600 });
  user.own(passwordFolder);
  user.own(half);
  try {
    const plan = user.command('initdb', [
      `--pgdata=${half}`,
      `--username=${OWNER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Code point collation, the same on every machine and version.
      '--locale=C',
      '--data-checksums',
      ...(isThrowAway ? ['--no-sync'] : []),
    ]);
    const made = spawnSync(plan.file, plan.args, { uid: plan.uid, gid: plan.gid, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  } finally {
    rmSync(passwordFolder, { recursive: true, force: true });
  }
  renameSync(half, data);
}

function freshSocketFolder(user: PostgresUser, home: string): string {
  const beside = path.join(home, 'socket');
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  // The temp folder is world-writable, but a folder created by another user cannot be removed or owned.
  const isShort = Buffer.byteLength(beside) <= LONGEST_SOCKET_FOLDER;
  const socketFolder = isShort ? beside : path.join(tmpdir(), `wattle-${name}`);
  rmSync(socketFolder, { recursive: true, force: true });
  user.own(socketFolder);
  return socketFolder;
}

/** Nothing is kept; tenants are moved between databases of one. */
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'logical',
} as const;

function settings(socketFolder: string, isThrowAway: boolean): Readonly<Record<string, string | number>> {
  const megabytes = Math.floor(totalmem() / 1024 ** 2);
  return {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: `${isThrowAway ? 64 : Math.max(64, Math.min(512, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    max_wal_size: isThrowAway ? '256MB' : '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    // Containers have 64 MB of shared memory by default, which parallel queries exceed.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Keeps statements, parameters and row values out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] ',
    ...(isThrowAway ? THROW_AWAY : {}),
  };
}

function postgresArguments(data: string, socketFolder: string, isThrowAway: boolean): string[] {
  const options = Object.entries(settings(socketFolder, isThrowAway));
  return ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * A backend of a killed server finishes its current query, and its shared memory prevents a new server from
 * starting.
 */
async function launchAfterTheRest(
  plan: SpawnPlan,
  logFile: string,
  url: string,
  report: (what: string) => void,
): Promise<void> {
  const until = Date.now() + START_LIMIT_MS;
  for (;;) {
    const child = launch(plan, logFile);
    try {
      return await waitUntilReady(url, child.failure);
    } catch (error) {
      if (!child.failure()?.includes('pre-existing shared memory block') || Date.now() > until) throw error;
      report('Waiting for the rest of the database that was killed');
      await pause(REST_MS);
    }
  }
}

type Launched = { failure(): string | undefined };

function launch({ file, args, uid, gid }: SpawnPlan, logFile: string): Launched {
  const log = openSync(logFile, 'a', 0o600);
  // A separate session, so that Ctrl-C reaches only Node, which drains its requests first.
  const child = spawn(file, args, { uid, gid, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  child.unref();
  let ending: string | undefined;
  child.once('error', (error) => {
    ending = error.message;
  });
  child.once('exit', (code, signal) => {
    ending = `postgres ended with ${signal ?? code}`;
  });
  return { failure: () => ending && `${ending}:\n${lastLines(logFile)}` };
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-6).join('\n');
}

async function waitUntilReady(url: string, failure: () => string | undefined): Promise<void> {
  const until = Date.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      const failed = failure();
      if (failed) throw new Error(`The embedded database did not start. ${failed}`, { cause: error });
      if (isRefused(error) || Date.now() > until) {
        throw new Error('The embedded database does not answer.', { cause: error });
      }
      await pause(20);
    }
  }
}

/** Authentication failures are not retried. */
function isRefused(error: unknown): boolean {
  return (error as { code?: string }).code === '28P01';
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
