import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseAt, givenEmptyDatabase } from '../test-support/database.ts';
import type { TestDatabase } from '../test-support/database.ts';
import { accepted, givenLedger } from '../test-support/ledger.ts';
import { sealAll } from '../test-support/sealed.ts';
import { runBackup } from './backup.ts';
import { readConfig } from './config.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { migrate, MIGRATIONS_FOLDER } from './platform/migrate.ts';
import { refuseHalfRestored } from './platform/restore.ts';
import { runRestore } from './restore.ts';

/** The seal key of the tests as a key file has it; the other keys open nothing here. */
const KEYS = JSON.stringify({ pan: '11'.repeat(32), seal: '66'.repeat(32) });
const DEBIAN_15 = '/usr/lib/postgresql/15/bin';

type Urls = { readonly url: string; readonly ownerUrl: string };
type Given = Urls & { close(): Promise<void> };

let folder: string;
let file: string;
let lines: string[];
let opened: Given[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-backup-'));
  file = path.join(folder, 'one.backup');
  lines = [];
  opened = [];
});
afterEach(async () => {
  for (const database of opened.toReversed()) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const say = (line: string) => void lines.push(line);
const settings = (name: string, urls?: Urls) =>
  readConfig(
    { WATTLE_DATA: name, ...(urls && { DATABASE_URL: urls.url, DATABASE_OWNER_URL: urls.ownerUrl }) },
    (place) => path.join(folder, place),
  );
const givenKeys = (name: string, text = KEYS) => {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, 'keys.json'), text);
};
const backup = (urls: Urls, withKeys = true) =>
  runBackup({ config: settings('source', urls), file, withKeys, now: () => Date.parse('2026-11-20T02:00:00Z'), say });
const restore = (urls?: Urls, name = 'target') => runRestore({ config: settings(name, urls), env: {}, file, say });

async function givenEmpty(): Promise<Given & Awaited<ReturnType<typeof givenEmptyDatabase>>> {
  const database = await givenEmptyDatabase();
  opened.push(database);
  return database;
}

/** Two accounts and a payment between them, all of it sealed. */
async function givenSealedLedger(on?: TestDatabase) {
  const given = await givenLedger(on);
  opened.push(given);
  const [payer, payee] = [await given.givenAccount(1_000n), await given.givenAccount(0n)];
  accepted(
    await given.during((tx) => given.ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount: 300n }))),
  );
  await sealAll(given);
  return { ...given, payer, payee };
}

type Rows = { asOwner: Awaited<ReturnType<typeof givenEmptyDatabase>>['asOwner'] };
const LEFT_OUT = "('migration', 'account_seal_mark', 'ledger_seal_mark', 'audit_seal_mark')";

/** Every row of every table that a backup holds, and where each sequence stands. */
async function everything({ asOwner }: Rows): Promise<unknown> {
  const tables = await asOwner<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ${LEFT_OUT} ORDER BY 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables)
    found[name] = await asOwner(`SELECT to_jsonb(t)::text AS row FROM ${name} t ORDER BY 1`);
  return { found, sequences: await asOwner('SELECT sequencename, last_value FROM pg_sequences ORDER BY 1') };
}

describe('a backup and its restore', () => {
  it('bring every row back, and go on from the same ids', async () => {
    const source = await givenSealedLedger();
    givenKeys('source');
    await backup(source);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(lines.at(-1)).toContain('It holds the keys');

    const target = await givenEmpty();
    expect(await restore(target)).toEqual({ ok: true });
    expect(await everything(target)).toEqual(await everything(source));
    expect(readFileSync(path.join(folder, 'target/keys.json'), 'utf8')).toBe(KEYS);
    expect(statSync(path.join(folder, 'target/keys.json')).mode & 0o777).toBe(0o600);
    expect(lines).toContain('Everything holds.');
    expect(lines.join('\n')).not.toContain('the seals themselves not');
  });

  it('leave the keys out where that is asked for, and say so', async () => {
    const source = await givenSealedLedger();
    givenKeys('source');
    await backup(source, false);
    expect(lines.at(-1)).toContain('The keys are not in it');
    expect(await restore(await givenEmpty())).toEqual({ ok: true });
    expect(existsSync(path.join(folder, 'target/keys.json'))).toBe(false);
    expect(lines.join('\n')).toContain('The backup has no keys');
  });

  it('find other keys than the seals were made with', async () => {
    const source = await givenSealedLedger();
    await backup(source, false);
    givenKeys('target', JSON.stringify({ seal: '77'.repeat(32) }));
    expect(await restore(await givenEmpty())).toEqual({ ok: false });
    expect(lines.join('\n')).toMatch(/✗ seal-chain: tenant 1, seal 1: was changed, .* or has another key/);
  });

  it('show damage that was there before', async () => {
    const source = await givenSealedLedger();
    await source.asOwner("UPDATE transfer SET key = 'another' WHERE id = (SELECT max(id) FROM transfer)");
    await backup(source);
    expect(await restore(await givenEmpty())).toEqual({ ok: false });
    expect(lines.join('\n')).toContain('✗ seal-content');
  });

  it('carry a database that lacks the newest migration to this version', async () => {
    const older = path.join(folder, 'migrations');
    cpSync(MIGRATIONS_FOLDER, older, { recursive: true });
    const newest = readdirSync(older).toSorted().at(-1) ?? '';
    rmSync(path.join(older, newest), { recursive: true });
    const source = await givenEmpty();
    await migrate(source.ownerUrl, { folder: older });
    await source.asOwner(
      "INSERT INTO tenant (id, name, created_at) VALUES (1, 'Harbour Mutual', '2026-11-20T00:00:00Z')",
    );
    await backup(source);
    const target = await givenEmpty();
    expect(await restore(target)).toEqual({ ok: true });
    await migrate(source.ownerUrl);
    expect(await everything(target)).toEqual(await everything(source));
    expect(await target.asOwner('SELECT name FROM tenant')).toEqual([{ name: 'Harbour Mutual' }]);
  });

  it.skipIf(!existsSync(DEBIAN_15))('carry a database from PostgreSQL 15 into the embedded one', async () => {
    const old = await startEmbeddedPostgres({
      folder: path.join(folder, 'old'),
      binaries: DEBIAN_15,
      isThrowAway: true,
    });
    opened.push({ url: old.appUrl, ownerUrl: old.ownerUrl, close: () => old.stop() });
    await migrate(old.ownerUrl, { appLogin: old.appLogin });
    await backup(await givenSealedLedger(databaseAt(old.ownerUrl, old.appUrl, { size: 2 })));
    expect(await restore(undefined, 'embedded')).toEqual({ ok: true });
    expect(lines.join('\n')).toMatch(/made 2026-11-20T02:00:00.000Z on PostgreSQL 15\./);
    expect(readFileSync(path.join(folder, 'embedded/postgres/data/PG_VERSION'), 'utf8').trim()).toBe('18');
  });
});

describe('a restore refuses, and changes nothing,', () => {
  it('a database that has a table', async () => {
    const source = await givenSealedLedger();
    await backup(source);
    const before = await everything(source);
    await expect(restore(source)).rejects.toThrow('The database is not empty');
    expect(await everything(source)).toEqual(before);
  });

  it('a file that was changed, cut off, or is none', async () => {
    const source = await givenSealedLedger();
    await backup(source);
    const target = await givenEmpty();
    const whole = readFileSync(file);
    writeFileSync(file, whole.with(whole.length >> 1, (whole[whole.length >> 1] ?? 0) ^ 1));
    await expect(restore(target)).rejects.toThrow('its checksum is wrong');
    writeFileSync(file, whole);
    truncateSync(file, whole.length - 40);
    await expect(restore(target)).rejects.toThrow('its checksum is wrong');
    writeFileSync(file, whole);
    appendFileSync(file, 'x');
    await expect(restore(target)).rejects.toThrow('its checksum is wrong');
    writeFileSync(file, 'something else');
    await expect(restore(target)).rejects.toThrow('is no backup of Wattle');
    rmSync(file);
    await expect(restore(target)).rejects.toThrow('There is no file');
    expect(await target.asOwner("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('a backup of a newer version', async () => {
    const source = await givenSealedLedger();
    await source.asOwner("INSERT INTO migration (name, sha256) VALUES ('9999-later', 'x')");
    await backup(source);
    const target = await givenEmpty();
    await expect(restore(target)).rejects.toThrow('This version does not have 9999-later');
    expect(await target.asOwner("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('to write over other keys', async () => {
    const source = await givenSealedLedger();
    givenKeys('source');
    givenKeys('target', '{"pan": "other"}');
    await backup(source);
    await expect(restore(await givenEmpty())).rejects.toThrow('holds other keys than the backup');
    expect(readFileSync(path.join(folder, 'target/keys.json'), 'utf8')).toBe('{"pan": "other"}');
  });
});

it('a restore that fails half-way leaves no row, and has the keys in their place before there are any', async () => {
  const source = await givenSealedLedger();
  givenKeys('source');
  // One of the last tables has a row that this version does not take.
  await source.asOwner('ALTER TABLE ledger_seal DROP CONSTRAINT ledger_seal_hash_check');
  await source.asOwner("UPDATE ledger_seal SET hash = '\\x00'");
  await backup(source);
  const target = await givenEmpty();
  await expect(restore(target)).rejects.toThrow('ledger_seal_hash_check');
  expect(readFileSync(path.join(folder, 'target/keys.json'), 'utf8')).toBe(KEYS);
  for (const table of ['tenant', 'ledger_account', 'transfer', 'entry', 'ledger_seal', 'audit_log']) {
    expect({ table, rows: await target.asOwner(`SELECT FROM ${table}`) }).toEqual({ table, rows: [] });
  }
  // Neither another restore nor a server takes it for a new one.
  const unfinished = 'A restore into this database did not end.';
  await expect(restore(target)).rejects.toThrow(unfinished);
  for (const url of [target.ownerUrl, target.url]) await expect(refuseHalfRestored(url)).rejects.toThrow(unfinished);
});

it('a backup writes over no file, and leaves none behind when it fails', async () => {
  const source = await givenSealedLedger();
  writeFileSync(file, 'mine');
  await expect(backup(source)).rejects.toThrow('is there already');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  rmSync(file);
  // The application sees one tenant at most: a backup of what it sees would be no backup.
  await expect(backup({ url: source.url, ownerUrl: source.url })).rejects.toThrow('row-level security');
  expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false);
});
