import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { totalmem, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { abandonPostmaster, readPostmaster, removeStaleLock, stopPostmaster } from './postmaster.ts';
import { bundledBinaries, postgresPrograms } from './postgres-binaries.ts';
import type { PostgresPrograms } from './postgres-binaries.ts';

/** A running PostgreSQL of our own. */
export type EmbeddedPostgres = {
  /** Superuser, on the database `wattle`. */
  readonly ownerUrl: string;
  readonly appLogin: AppLogin;
  readonly appUrl: string;
  /** True when it was running already: the process that had started it was killed. */
  readonly adopted: boolean;
  /** Ends it, after its sessions are disconnected, and returns when it has written everything. */
  stop(): Promise<void>;
  /** Tells it to end at once, without waiting for it; it recovers at the next start. */
  abandon(): void;
};

export type AppLogin = { readonly name: string; readonly password: string };

export type EmbeddedOptions = {
  /** Holds the cluster, its log, its passwords and, when the path is short enough, its socket. */
  readonly folder: string;
  /** Folder of `initdb` and `postgres`; the bundled ones by default. */
  readonly binaries?: string;
  /** Throw-away: nothing is flushed to disk. For tests only. */
  readonly isThrowAway?: boolean;
  /** Tells what it is busy with, one short sentence each. */
  readonly report?: (what: string) => void;
};

const OWNER = 'wattle_owner';
const APP = 'wattle_server';
const DATABASE = 'wattle';
const PORT = 5432;
/** sun_path holds 104 bytes on macOS and 108 on Linux, with the socket's name and a closing zero. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432.lock'.length;
/** Recovery after a crash replays at most a few checkpoints; slower than this is a fault. */
const START_LIMIT_MS = 120_000;

type Credentials = { readonly owner: string; readonly app: string };

/** Starts the PostgreSQL of `folder`, creating its cluster first where there is none, or takes over a running one. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder } = options;
  const report = options.report ?? (() => {});
  const data = path.join(folder, 'data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const credentials = readCredentials(folder);

  const running = readPostmaster(data);
  if (running) {
    report('Taking over the running database');
    await waitUntilReady(urlOn(running.socketFolder, OWNER, credentials.owner, 'postgres'), () => undefined);
    return finish({ ...options, credentials, data, socketFolder: running.socketFolder, adopted: true });
  }

  removeStaleLock(data);
  const programs = postgresPrograms(options.binaries ?? bundledBinaries());
  programs.makeFolder(folder);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    report('Creating the database');
    createCluster(programs, data, credentials, options.isThrowAway ?? false);
  }
  const socketFolder = freshSocketFolder(programs, folder);
  report('Starting the database');
  const child = launch(programs, folder, data, socketFolder, options.isThrowAway ?? false);
  await waitUntilReady(urlOn(socketFolder, OWNER, credentials.owner, 'postgres'), child.failure);
  return finish({ ...options, credentials, data, socketFolder, adopted: false });
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
    stop: () => stopPostmaster(data),
    abandon: () => abandonPostmaster(data),
  };
}

function readCredentials(folder: string): Credentials {
  const file = path.join(folder, 'passwords.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  const made = { owner: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') };
  writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' });
  return made;
}

function urlOn(socketFolder: string, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(socketFolder)}&port=${PORT}`;
}

/** Made beside its place and renamed, so that a kill in the middle leaves no half a cluster. */
function createCluster(programs: PostgresPrograms, data: string, credentials: Credentials, isThrowAway: boolean): void {
  const half = `${data}.new`;
  rmSync(half, { recursive: true, force: true });
  programs.makeFolder(half);
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, credentials.owner, { mode: 0o600 });
  programs.handOver(passwordFile);
  try {
    const plan = programs.command('initdb', [
      `--pgdata=${half}`,
      `--username=${OWNER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // One collation everywhere: text sorts by code point on every machine and version.
      '--locale=C',
      '--data-checksums',
      ...(isThrowAway ? ['--no-sync'] : []),
    ]);
    const made = spawnSync(plan.file, plan.args, { uid: plan.uid, gid: plan.gid, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(half, data);
}

function freshSocketFolder(programs: PostgresPrograms, folder: string): string {
  const beside = path.join(folder, 'socket');
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_FOLDER) {
    rmSync(beside, { recursive: true, force: true });
    programs.makeFolder(beside);
    return beside;
  }
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const apart = path.join(tmpdir(), `wattle-${name}`);
  rmSync(apart, { recursive: true, force: true });
  programs.makeFolder(apart);
  // The temp folder belongs to everybody: somebody else's folder of this name is not ours to use.
  if (!lstatSync(apart).isDirectory()) throw new Error(`${apart} is in the way`);
  return apart;
}

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
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    // Containers give 64 MB of shared memory, which parallel queries overrun.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // No statement, parameter or row value reaches the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] ',
    ...(isThrowAway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}),
  };
}

type Launched = { failure(): string | undefined };

function launch(
  programs: PostgresPrograms,
  folder: string,
  data: string,
  socketFolder: string,
  isThrowAway: boolean,
): Launched {
  const logFile = path.join(folder, 'postgres.log');
  const log = openSync(logFile, 'a', 0o600);
  const args = ['-D', data];
  for (const [name, value] of Object.entries(settings(socketFolder, isThrowAway))) args.push('-c', `${name}=${value}`);
  const plan = programs.command('postgres', args);
  // A session of its own: Ctrl-C on the terminal goes to Node alone, which drains its requests first.
  const child = spawn(plan.file, plan.args, {
    uid: plan.uid,
    gid: plan.gid,
    detached: true,
    stdio: ['ignore', log, log],
  });
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

/** A wrong password does not become right by waiting. */
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
