import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { databaseAt } from '../../test-support/processes/database.ts';
import { accepted, AT, freshKey, givenLedger, TENANT } from '../../test-support/ledger/ledger.ts';
import { sealAll, TEST_SECRETS } from '../../test-support/ledger/sealed.ts';
import { ACCOUNT_CHAIN } from '../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from '../platform/sealed-log/audit-chain.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
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

/** A sealed ledger with three transfers and a hold, and a copy of its files that runs as a standby. */
async function givenReplica(damage = ''): Promise<string> {
  const primary = await start('primary');
  await migrate(primary.ownerUrl, { appLogin: primary.appLogin });
  const given = await givenLedger(databaseAt(primary.ownerUrl, primary.appUrl, { size: 2 }));
  const [payer, payee] = [await given.givenAccount(1_000n), await given.givenAccount(500n)];
  await given.during(async (tx) => {
    accepted(await given.ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount: 300n })));
    const hold = { tenantId: TENANT, key: freshKey(), account: payee, amount: 400n, placedAt: AT, expiresAt: AT };
    accepted(await given.ledger.placeHold(tx, hold));
  });
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
  expect(lines).toContain("Ledger's chain: 3 transfers sealed, 0 waiting for the sealer");
});

it('verify names there what is broken', async () => {
  const url = await givenReplica("UPDATE hold SET expires_at = expires_at + interval '1 day'");
  const { ok, broken } = await run(url);
  expect(ok).toBe(false);
  expect(broken).toEqual([expect.stringContaining('holds were changed after they had been sealed')]);
});
