import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../server/src/config/config.ts';
import { BackupError } from '../../server/src/platform/backup/backup-file.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { unprivileged } from '../../server/src/postgres/restored-postgres.ts';
import { runRestoreAt } from '../../server/src/commands/restore-at.ts';
import { KEYS } from '../../server/test-support/processes/backups.ts';
import { databaseAt } from '../../server/test-support/processes/database.ts';
import { accepted, givenLedger } from '../../server/test-support/ledger/ledger.ts';
import { sealAll } from '../../server/test-support/ledger/sealed.ts';

/** PostgreSQL of Debian with an encrypted pgBackRest archive, restored to a moment. */
const BINARIES = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'wattle-server-of-the-test';
const user = unprivileged();
const running = new Set<ChildProcess>();
const lines: string[] = [];
let folder: string;
let repository: string;
let between: string;
let afterBoth: string;

const inFolder = (name: string) => path.join(folder, name);
const urlOf = (name: string, role = 'postgres', database = 'wattle') =>
  `postgresql://${role}@/${database}?host=${encodeURIComponent(inFolder(name))}&port=5432`;

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { ...user, cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
}

/** Starts a data folder with a socket in `socket`. Returns a function that stops it. */
async function startPostgres(data: string, socket: string, settings: readonly string[]): Promise<() => Promise<void>> {
  mkdirSync(inFolder(socket), { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(inFolder(socket), user.uid, user.gid);
  const given = ['listen_addresses=', `unix_socket_directories=${inFolder(socket)}`, ...settings];
  const args = ['-D', inFolder(data), ...given.flatMap((setting) => ['-c', setting])];
  const child = spawn(`${BINARIES}/postgres`, args, { ...user, cwd: folder, stdio: 'ignore' });
  running.add(child);
  await vi.waitUntil(() => spawnSync(`${BINARIES}/pg_isready`, ['-h', inFolder(socket)]).status === 0, {
    timeout: 20_000,
    interval: 100,
  });
  return async () => {
    running.delete(child);
    const over = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await over;
  };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-time-'));
  chmodSync(folder, 0o711);
  repository = inFolder('repository');
  for (const name of ['repository', 'locks', 'keys']) {
    mkdirSync(inFolder(name), { mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(inFolder(name), user.uid, user.gid);
  }
  writeFileSync(path.join(inFolder('keys'), 'keys.json'), KEYS);
  // File of ops/deploy/ with the folders of this test.
  const deployed = readFileSync(path.join(import.meta.dirname, '../deploy/pgbackrest.conf'), 'utf8');
  const config = deployed
    .replace(/^repo1-path=.*$/m, `repo1-path=${repository}\nrepo1-cipher-pass=of-the-test`)
    .replace(/^lock-path=.*$/m, `lock-path=${inFolder('locks')}`)
    .replace(/^pg1-path=.*$/m, `pg1-path=${inFolder('data')}\npg1-socket-path=${inFolder('socket')}`);
  writeFileSync(inFolder('pgbackrest.conf'), config, { mode: 0o644 });
  process.env['PGBACKREST_CONFIG'] = inFolder('pgbackrest.conf');
  const home = inFolder('data');
  mkdirSync(home, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  run(`${BINARIES}/initdb`, ['-D', home, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-k']);
  await startPostgres('data', 'socket', [
    'archive_mode=on',
    'archive_command=pgbackrest --stanza=wattle archive-push %p',
  ]);
  // Before the first WAL segment is full, because a failure to archive it is permanent.
  run('pgbackrest', ['--stanza=wattle', 'stanza-create']);
  run(`${BINARIES}/createdb`, ['-h', inFolder('socket'), '-U', 'postgres', 'wattle']);
  await migrate(urlOf('socket'), { appLogin: { name: 'wattle_server', password: PASSWORD } });
  run('pgbackrest', ['--stanza=wattle', '--type=full', 'backup']);

  const given = await givenLedger(databaseAt(urlOf('socket'), urlOf('socket', 'wattle_server')));
  const [payer, payee] = [await given.givenAccount(1_000n), await given.givenAccount(0n)];
  const pay = async (amount: bigint) => {
    accepted(
      await given.during((tx) => given.ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount }))),
    );
    await sealAll(given);
  };
  const moment = async () => {
    await sleep(50);
    const now = new Date().toISOString();
    await sleep(50);
    return now;
  };
  // pgBackRest records backups by the second: a moment within the second of its end precedes this backup.
  await sleep(2_000);
  await pay(300n);
  between = await moment();
  await pay(70n);
  afterBoth = await moment();
  // The archive continues after the last moment.
  await given.asOwner('INSERT INTO tenant (id, name) VALUES (4711, $1)', ['Harbour Mutual']);
  await given.asOwner('SELECT pg_switch_wal()');
  const isArchived = async () => {
    const [row] = await given.asOwner<{ is_done: boolean }>(
      'SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) AS is_done FROM pg_stat_archiver WHERE failed_count = 0',
    );
    return row?.is_done;
  };
  await vi.waitUntil(isArchived, { timeout: 30_000, interval: 200 });
  await given.database.close();
});
afterAll(async () => {
  for (const child of running) {
    const over = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGQUIT');
    await over;
  }
  rmSync(folder, { recursive: true, force: true });
});

const restore = (name: string, at: string | undefined, isCheck = false) =>
  runRestoreAt({
    config: readConfig({ WATTLE_DATA: inFolder('keys') }, (place) => path.resolve(place)),
    env: {},
    at,
    folder: inFolder(name),
    isCheck,
    now: () => Date.now(),
    say: (line) => void lines.push(line),
  });

/** Payments in a restored folder, and whether it is held. */
async function lookInto(name: string) {
  const stop = await startPostgres(name, `${name}-socket`, ['archive_mode=off']);
  const { asOwner, close } = databaseAt(urlOf(`${name}-socket`), urlOf(`${name}-socket`));
  const paid = await asOwner<{ amount: string }>(
    'SELECT amount::text FROM transfer WHERE amount IN (300, 70) ORDER BY id',
  );
  const [held] = await asOwner<{ programmes: number; as_of: string }>(
    'SELECT count(*)::int AS programmes, min(to_char(restored_to AT TIME ZONE \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\')) AS as_of FROM instance_hold WHERE released_at IS NULL',
  );
  await close();
  await stop();
  return { paid: paid.map(({ amount }) => amount), held };
}

describe('a restored database', () => {
  test('of a moment between two payments has only the first, is held, and verifies', async () => {
    expect(await restore('restored', between)).toEqual({ ok: true });
    expect(lines).toContain('Everything holds.');
    // The restored folder replaces the old one, so it archives again.
    expect(readFileSync(path.join(inFolder('restored'), 'postgresql.auto.conf'), 'utf8')).not.toContain('archive_mode');
    expect(await lookInto('restored')).toEqual({ paid: ['300'], held: { programmes: 2, as_of: between } });
  });

  test('of a moment after both has both', async () => {
    expect(await restore('later', afterBoth)).toEqual({ ok: true });
    expect((await lookInto('later')).paid).toEqual(['300', '70']);
  });

  test('that was only checked is deleted', async () => {
    lines.length = 0;
    expect(await restore('checked', undefined, true)).toEqual({ ok: true });
    expect(lines).toContain('Everything holds.');
    expect(existsSync(inFolder('checked'))).toBe(false);
  });

  test('is refused for a moment outside of the archive and for a folder in use', async () => {
    await expect(restore('too-late', new Date().toISOString(), true)).rejects.toThrow('does not reach this moment yet');
    await expect(restore('never', '2999-01-01T00:00:00Z')).rejects.toThrow('still to come');
    await expect(restore('never', 'yesterday')).rejects.toThrow('a moment with its zone');
    await expect(restore('data', between)).rejects.toThrow('is not empty');
  });

  test('cannot be read without the passphrase of the repository, which contains no key of Wattle', () => {
    const files = readdirSync(repository, { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(5);
    const texts = files.map((name) => readSafely(path.join(repository, name)));
    expect(texts.filter((text) => /Harbour Mutual|wattle_server|[0-9a-f]{64}/.test(text))).toEqual([]);
  });

  // The last test, because it damages the repository.
  test('is refused when a byte of its backup was flipped', async () => {
    const files = readdirSync(path.join(repository, 'backup'), { recursive: true, encoding: 'utf8' });
    const largest = files
      .map((name) => path.join(repository, 'backup', name))
      .toSorted((one, other) => readSafely(other).length - readSafely(one).length)[0];
    if (largest === undefined) throw new Error('a backup has files');
    const bytes = readFileSync(largest);
    const place = Math.floor(bytes.length / 2);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    writeFileSync(largest, bytes);
    await expect(restore('damaged', between, true)).rejects.toThrow(BackupError);
    expect(existsSync(inFolder('damaged'))).toBe(false);
  });
});

function readSafely(place: string): string {
  try {
    return readFileSync(place, 'latin1');
  } catch {
    return '';
  }
}
