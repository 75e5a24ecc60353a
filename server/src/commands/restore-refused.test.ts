import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Backups, everything, givenBackups, KEYS } from '../../test-support/processes/backups.ts';
import { refuseHalfRestored } from '../platform/backup/restore.ts';

let given: Backups;
beforeEach(() => {
  given = givenBackups();
});
afterEach(() => given.close());

describe('a restore refuses, and changes nothing,', () => {
  it('a database that has a table', async () => {
    const source = await given.givenSealedLedger();
    await given.backup(source);
    const before = await everything(source);
    await expect(given.restore(source)).rejects.toThrow('The database is not empty');
    expect(await everything(source)).toEqual(before);
  });

  it('a file that was changed, cut off, or is none', async () => {
    const source = await given.givenSealedLedger();
    await given.backup(source);
    const target = await given.givenEmpty();
    const whole = readFileSync(given.file);
    writeFileSync(given.file, whole.with(whole.length >> 1, (whole[whole.length >> 1] ?? 0) ^ 1));
    await expect(given.restore(target)).rejects.toThrow('its checksum is wrong');
    writeFileSync(given.file, whole);
    truncateSync(given.file, whole.length - 40);
    await expect(given.restore(target)).rejects.toThrow('its checksum is wrong');
    writeFileSync(given.file, whole);
    appendFileSync(given.file, 'x');
    await expect(given.restore(target)).rejects.toThrow('its checksum is wrong');
    writeFileSync(given.file, 'something else');
    await expect(given.restore(target)).rejects.toThrow('is no backup of Wattle');
    rmSync(given.file);
    await expect(given.restore(target)).rejects.toThrow('There is no file');
    expect(await target.asOwner("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('a backup of a newer version', async () => {
    const source = await given.givenSealedLedger();
    await source.asOwner("INSERT INTO migration (name, sha256) VALUES ('9999-later', 'x')");
    await given.backup(source);
    const target = await given.givenEmpty();
    await expect(given.restore(target)).rejects.toThrow('This version does not have 9999-later');
    expect(await target.asOwner("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('a backup from before version 0.2.0', async () => {
    const source = await given.givenSealedLedger();
    await source.asOwner("DELETE FROM migration; INSERT INTO migration (name, sha256) VALUES ('0001-foundation', 'x')");
    await given.backup(source);
    const target = await given.givenEmpty();
    await expect(given.restore(target)).rejects.toThrow('This backup is from before version 0.2.0');
    expect(await target.asOwner("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('to write over other keys', async () => {
    const source = await given.givenSealedLedger();
    given.givenKeys('source');
    given.givenKeys('target', '{"pan": "other"}');
    await given.backup(source);
    await expect(given.restore(await given.givenEmpty())).rejects.toThrow('holds other keys than the backup');
    expect(readFileSync(path.join(given.folder, 'target/keys.json'), 'utf8')).toBe('{"pan": "other"}');
  });
});

it('a restore that fails half-way leaves no row, and has the keys in their place before there are any', async () => {
  const source = await given.givenSealedLedger();
  given.givenKeys('source');
  // One of the last tables has a row that this version does not take.
  await source.asOwner('ALTER TABLE ledger_seal DROP CONSTRAINT ledger_seal_hash_check');
  await source.asOwner("UPDATE ledger_seal SET hash = '\\x00'");
  await given.backup(source);
  const target = await given.givenEmpty();
  await expect(given.restore(target)).rejects.toThrow('ledger_seal_hash_check');
  expect(readFileSync(path.join(given.folder, 'target/keys.json'), 'utf8')).toBe(KEYS);
  for (const table of ['tenant', 'ledger_account', 'transfer', 'entry', 'ledger_seal', 'audit_log']) {
    expect({ table, rows: await target.asOwner(`SELECT FROM ${table}`) }).toEqual({ table, rows: [] });
  }
  // Another restore and a server refuse it: it is not an empty database.
  const unfinished = 'A restore into this database did not end.';
  await expect(given.restore(target)).rejects.toThrow(unfinished);
  for (const url of [target.ownerUrl, target.url]) await expect(refuseHalfRestored(url)).rejects.toThrow(unfinished);
});

it('a restore that ends before the instance is held leaves it marked as unfinished', async () => {
  await given.backup(await given.givenSealedLedger());
  const target = await given.givenEmpty();
  // A moment before all that the database knows: the statement of the hold fails, where a crash would end it.
  await expect(given.restore(target, 'target', true, -8e15)).rejects.toThrow('timestamp out of range');
  await expect(refuseHalfRestored(target.url)).rejects.toThrow('A restore into this database did not end.');
});

it('a backup writes over no given.file, and leaves none behind when it fails', async () => {
  const source = await given.givenSealedLedger();
  writeFileSync(given.file, 'mine');
  await expect(given.backup(source)).rejects.toThrow('is there already');
  expect(readFileSync(given.file, 'utf8')).toBe('mine');
  rmSync(given.file);
  // The application sees one tenant at most: a backup of what it sees would be no backup.
  await expect(given.backup({ url: source.url, ownerUrl: source.url })).rejects.toThrow('row-level security');
  expect(existsSync(given.file) || existsSync(`${given.file}.part`)).toBe(false);
});
