import path from 'node:path';
import pg from 'pg';
import process from 'node:process';
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { BackupError } from '../platform/backup/backup-file.ts';

/** Debian's user `postgres` when root runs this, because PostgreSQL refuses root; otherwise the present user. */
export function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  if (line === undefined) throw new Error('this machine has no user postgres');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const BINARIES = '/usr/lib/postgresql/15/bin';
const SUPERUSER = 'postgres';
const LOOK_EVERY_MS = 200;
/** Files of this program in the folder; they go when the cluster stops. */
const OWN = ['wattle-restore.conf', 'wattle-restore-hba.conf', 'wattle-restore-ident.conf', 'wattle-restore.log'];

export type RestoredPostgres = {
  /** Connects as the superuser, by a socket that no one else reaches. */
  readonly ownerUrl: string;
  /** Commit time of the last replayed transaction, from the log; undefined if none was replayed. */
  readonly lastCommitAt: string | undefined;
  /** Shuts it down cleanly. The folder is then an ordinary data folder of PostgreSQL. */
  stop(): Promise<void>;
};

export type RestoreFolder = {
  /** It must be new or empty. */
  readonly folder: string;
  /** Moment to which the database is restored; undefined: the end of the archive. */
  readonly atMs: number | undefined;
  readonly database: string;
  /** Undefined: the stanza of pgBackRest's own settings. */
  readonly stanza: string | undefined;
  readonly report: (what: string) => void;
};

/**
 * Brings a backup of pgBackRest to a moment, in a separate folder, and starts it isolated: no network, no archive.
 * Repository, stanza and cipher are pgBackRest's own settings. Throws BackupError with what went wrong.
 */
export async function restoreFolder({
  folder,
  atMs,
  database,
  stanza,
  report,
}: RestoreFolder): Promise<RestoredPostgres> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new BackupError(`${folder} is not empty.`);
  const user = unprivileged();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  own(folder, user);
  report('Bringing the backup back');
  const target = atMs === undefined ? [] : ['--type=time', `--target=${momentOf(atMs)}`, '--target-action=promote'];
  const named = stanza === undefined ? [] : [`--stanza=${stanza}`];
  const args = [...named, `--pg1-path=${folder}`, '--log-level-file=off', ...target];
  await run('pgbackrest', [...args, 'restore'], user);
  report('Replaying what was archived');
  return startAlone(folder, database, user);
}

function momentOf(ms: number): string {
  return `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')}+00`;
}

type User = ReturnType<typeof unprivileged>;

function own(place: string, { uid, gid }: User): void {
  if (uid !== undefined && gid !== undefined) chownSync(place, uid, gid);
}

async function run(command: string, args: readonly string[], user: User): Promise<void> {
  const child = spawn(command, args, { ...user, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)).catch(
    (error: Error) => error.message,
  );
  if (code !== 0) throw new BackupError(`${command} failed (${String(code)}):\n${output.trim()}`);
}

async function startAlone(folder: string, database: string, user: User): Promise<RestoredPostgres> {
  const socket = mkdtempSync(path.join(tmpdir(), 'wattle-restore-'));
  own(socket, user);
  const [config = '', hba = '', ident = '', log = ''] = OWN.map((name) => path.join(folder, name));
  const write = (file: string, text: string) => {
    writeFileSync(file, text, { mode: 0o600 });
    own(file, user);
  };
  write(hba, 'local all all trust\n');
  write(ident, '');
  write(log, '');
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    hba_file: hba,
    ident_file: ident,
    // It is readable when it has been promoted. As a standby it would need the settings of its primary.
    hot_standby: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  write(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  );
  const output = openSync(log, 'a');
  // Named only here: in its final folder, as the replacement of the old database, it archives again.
  const args = ['-D', folder, '-c', `config_file=${config}`, '-c', 'archive_mode=off'];
  const child = spawn(path.join(BINARIES, 'postgres'), args, {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const said = () => readFileSync(log, 'utf8');
  const stop = async () => {
    await ended(child);
    rmSync(socket, { recursive: true, force: true });
    for (const name of OWN) rmSync(path.join(folder, name), { force: true });
  };
  const ownerUrl = `postgresql://${SUPERUSER}@/${database}?host=${encodeURIComponent(socket)}&port=5432`;
  try {
    while (!(await isPromoted(ownerUrl))) {
      if (child.exitCode !== null) throw new BackupError(whyEnded(said()));
      await pause(LOOK_EVERY_MS);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const [, lastCommitAt] = /last completed transaction was at log time (.+)/.exec(said()) ?? [];
  return { ownerUrl, lastCommitAt, stop };
}

const NOT_STARTED = new Set(['57P03', 'ENOENT', 'ECONNREFUSED']);

async function isPromoted(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_promoted: boolean }>('SELECT NOT pg_is_in_recovery() AS is_promoted');
    return rows[0]?.is_promoted === true;
  } catch (error) {
    if (NOT_STARTED.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

function whyEnded(log: string): string {
  if (log.includes('recovery ended before configured recovery target was reached')) {
    return 'The archive does not reach this moment yet.';
  }
  const last = log.trimEnd().split('\n').slice(-6).join('\n');
  return `PostgreSQL ended:\n${last}`;
}

/** A fast shutdown: open sessions are ended, everything is flushed. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await over;
}
