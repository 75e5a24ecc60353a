import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Backups, everything, givenBackups, KEYS } from '../../test-support/processes/backups.ts';
import { databaseAt, givenMode } from '../../test-support/processes/database.ts';
import { migrate, MIGRATIONS_FOLDER } from '../platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';

const DEBIAN_15 = '/usr/lib/postgresql/15/bin';

let given: Backups;
beforeEach(() => {
  given = givenBackups();
});
afterEach(() => given.close());

describe('a backup and its restore', () => {
  it('bring every row back, and go on from the same ids', async () => {
    const source = await given.givenSealedLedger();
    // One more partition of a year, and a partition that was detached and is a table by itself.
    await source.asOwner('SELECT begin_audit_year(2040)');
    await source.asOwner(`INSERT INTO audit_log (tenant_id, at, actor, action, outcome)
      SELECT id, '2040-01-01', 'system', 'of 2040', 'ok' FROM tenant`);
    await source.asOwner('ALTER TABLE statement DETACH PARTITION statement_2024');
    given.givenKeys('source');
    await given.backup(source);
    await source.asOwner('DROP TABLE statement_2024');
    expect(statSync(given.file).mode & 0o777).toBe(0o600);
    expect(given.lines.at(-1)).toContain('It holds the keys');

    const target = await given.givenEmpty();
    expect(await given.restore(target, 'target', false)).toEqual({ ok: true });
    const [line] = await target.asOwner('SELECT tableoid::regclass::text AS part FROM audit_log');
    expect(line).toEqual({ part: 'audit_log_2040' });
    await target.asOwner('DROP TABLE statement_2024');
    expect(await everything(target)).toEqual(await everything(source));
    expect(readFileSync(path.join(given.folder, 'target/keys.json'), 'utf8')).toBe(KEYS);
    expect(statSync(path.join(given.folder, 'target/keys.json')).mode & 0o777).toBe(0o600);
    expect(given.lines).toContain('Everything holds.');
    expect(given.lines.join('\n')).not.toContain('the seals themselves not');
  });

  it('leave the keys out where that is asked for, and say so', async () => {
    const source = await given.givenSealedLedger();
    given.givenKeys('source');
    await given.backup(source, false);
    expect(given.lines.at(-1)).toContain('The keys are not in it');
    expect(await given.restore(await given.givenEmpty())).toEqual({ ok: true });
    expect(existsSync(path.join(given.folder, 'target/keys.json'))).toBe(false);
    expect(given.lines.join('\n')).toContain('The backup has no keys');
  });

  it('find other keys than the seals were made with', async () => {
    const source = await given.givenSealedLedger();
    await given.backup(source, false);
    given.givenKeys('target', JSON.stringify({ seal: '77'.repeat(32) }));
    expect(await given.restore(await given.givenEmpty())).toEqual({ ok: false });
    expect(given.lines.join('\n')).toMatch(/✗ seal-chain: tenant 1, seal 1: was changed, .* or has another key/);
  });

  it('show damage that was there before', async () => {
    const source = await given.givenSealedLedger();
    await source.asOwner("UPDATE transfer SET key = 'another' WHERE id = (SELECT max(id) FROM transfer)");
    await given.backup(source);
    expect(await given.restore(await given.givenEmpty())).toEqual({ ok: false });
    expect(given.lines.join('\n')).toContain('✗ seal-content');
  });

  it('tell the webhooks of a programme nothing of rows that come back', async () => {
    const source = await given.givenSealedLedger();
    const at = "'2026-11-20T00:00:00Z'";
    await source.asOwner(`INSERT INTO webhook_endpoint (tenant_id, name, url, events, state, secret_cipher,
        secret_key_version, secret_set_at, made_at, made_by, changed_at, changed_by)
      SELECT id, 'Ledger', 'https://hooks.example.com', '{person.created}', 'on', '', 1, ${at}, ${at}, 'x', ${at}, 'x'
        FROM tenant`);
    await source.asOwner(`INSERT INTO brand (id, tenant_id, identifier, name, settings, texts, updated_at)
      SELECT id, id, 'brand' || id, 'Wattle', '{}', '{}', ${at} FROM tenant`);
    await source.asOwner(`INSERT INTO holder (tenant_id, brand_id, first_name, surname)
      SELECT tenant_id, id, 'Amelia', 'Chen' FROM brand`);
    await given.backup(source);
    const target = await given.givenEmpty();
    expect(await given.restore(target, 'target', false)).toEqual({ ok: true });
    const heard = await source.asOwner('SELECT type FROM webhook_event');
    expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(['person.created']));
    expect(await everything(target)).toEqual(await everything(source));
    // From now on it hears again.
    await target.asOwner(`INSERT INTO holder (tenant_id, brand_id, first_name, surname)
      SELECT tenant_id, id, 'Grace', 'Kim' FROM brand`);
    expect(await target.asOwner('SELECT type FROM webhook_event')).toHaveLength(2 * heard.length);
  });

  it('carry a database that lacks the newest migration to this version', async () => {
    const older = path.join(given.folder, 'migrations');
    cpSync(MIGRATIONS_FOLDER, older, { recursive: true });
    const newest = readdirSync(older).toSorted().at(-1) ?? '';
    rmSync(path.join(older, newest));
    const source = await given.givenEmpty();
    await migrate(source.ownerUrl, { folder: older });
    await source.asOwner(
      "INSERT INTO tenant (id, name, created_at) VALUES (1, 'Harbour Mutual', '2026-11-20T00:00:00Z')",
    );
    await given.backup(source);
    const target = await given.givenEmpty();
    expect(await given.restore(target, 'target', false)).toEqual({ ok: true });
    await migrate(source.ownerUrl);
    expect(await everything(target)).toEqual(await everything(source));
    expect(await target.asOwner('SELECT name FROM tenant')).toEqual([{ name: 'Harbour Mutual' }]);
  });

  it('keep the mode, and are refused by settings of another one without a row', async () => {
    const source = await given.givenSealedLedger();
    await givenMode(source, 'staging');
    given.givenKeys('source');
    await given.backup(source);
    const target = await given.givenEmpty();
    await expect(given.restore(target, 'target', false)).rejects.toThrow(
      'The backup is of an instance in staging mode, and WATTLE_MODE is sandbox. No row was kept.',
    );
    expect(await target.asOwner('SELECT FROM tenant')).toEqual([]);
    const staging = await given.givenEmpty();
    expect(await given.restore(staging, 'staging', false, undefined, { WATTLE_MODE: 'staging' })).toEqual({ ok: true });
    expect(await staging.asOwner('SELECT mode FROM instance_identity')).toEqual([{ mode: 'staging' }]);
    await expect(staging.asOwner("UPDATE instance_identity SET mode = 'production'")).rejects.toThrow('never changed');
  });

  it.skipIf(!existsSync(DEBIAN_15))('carry a database from PostgreSQL 15 into the embedded one', async () => {
    const old = await startEmbeddedPostgres({
      folder: path.join(given.folder, 'old'),
      binaries: DEBIAN_15,
      isThrowAway: true,
    });
    given.opened.push({ url: old.appUrl, ownerUrl: old.ownerUrl, close: () => old.stop() });
    await migrate(old.ownerUrl, { appLogin: old.appLogin });
    await given.backup(await given.givenSealedLedger(databaseAt(old.ownerUrl, old.appUrl, { size: 2 })));
    expect(await given.restore(undefined, 'embedded')).toEqual({ ok: true });
    expect(given.lines.join('\n')).toMatch(/made 2026-11-20T02:00:00.000Z on PostgreSQL 15\./);
    expect(readFileSync(path.join(given.folder, 'embedded/postgres/data/PG_VERSION'), 'utf8').trim()).toBe('18');
  });
});
