import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { databaseAt } from '../test-support/database.ts';
import { fillWithDemoAt0006 } from '../test-support/demo-at-0006.ts';
import { sealAll, TEST_SECRETS } from '../test-support/sealed.ts';
import { ACCOUNT_CHAIN } from './ledger/account-chain.ts';
import { LEDGER_CHAIN } from './ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from './platform/audit-chain.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrate } from './platform/migrate.ts';
import { verify } from './verify.ts';

let folder: string;
let stop: () => Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-replica-'));
  stop = async () => {};
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string) {
  const options = { folder: path.join(folder, name), binaries: inject('postgres').binaries, isThrowAway: true };
  const postgres = await startEmbeddedPostgres(options);
  stop = () => postgres.stop();
  return postgres;
}

/** The demo of an older release, at this level and sealed; then a copy of its files that only follows. */
async function givenReplica(damage = ''): Promise<string> {
  const primary = await start('primary');
  await fillWithDemoAt0006(primary.ownerUrl);
  await migrate(primary.ownerUrl, { appLogin: primary.appLogin });
  const given = databaseAt(primary.ownerUrl, primary.appUrl, { size: 2 });
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(given, {}, chain);
  if (damage !== '') await given.asOwner(damage);
  await given.close();
  await primary.stop();
  spawnSync('cp', ['-a', path.join(folder, 'primary'), path.join(folder, 'replica')]);
  writeFileSync(path.join(folder, 'replica/data/standby.signal'), '');
  return (await start('replica')).ownerUrl;
}

async function run(url: string) {
  const lines: string[] = [];
  const { ok } = await verify(url, { say: (line) => lines.push(line), seal: TEST_SECRETS.seal });
  return { ok, lines, broken: lines.filter((line) => line.startsWith('    ✗')) };
}

it('verify proves a sound database on a server that only follows another', async () => {
  const url = await givenReplica();
  await expect(databaseAt(url, url).asOwner('DELETE FROM audit_log')).rejects.toThrow('read-only');
  const { ok, lines } = await run(url);
  expect(lines[0]).toMatch(/^A read replica, which has replayed up to /);
  expect([ok, lines.at(-1)]).toEqual([true, 'Everything holds.']);
  expect(lines).toContain("Ledger's chain: 17 transfers sealed, 0 waiting for the sealer");
});

it('verify names there what is broken', async () => {
  const url = await givenReplica("UPDATE hold SET expires_at = expires_at + interval '1 day'");
  const { ok, broken } = await run(url);
  expect(ok).toBe(false);
  expect(broken).toEqual([expect.stringContaining('holds were changed after they had been sealed')]);
});
