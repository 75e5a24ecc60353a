import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenLedger, TENANT } from '../../test-support/ledger/ledger.ts';
import type { TestLedger } from '../../test-support/ledger/ledger.ts';
import { sealAll, TEST_SECRETS } from '../../test-support/ledger/sealed.ts';
import { ACCOUNT_CHAIN } from '../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../ledger/ledger-chain.ts';
import { audit } from '../platform/sealed-log/audit.ts';
import { AUDIT_CHAIN } from '../platform/sealed-log/audit-chain.ts';
import { realClock } from '../platform/time/clock.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify.ts';

describe('verify', () => {
  let given: TestLedger;
  let lines: string[];
  beforeEach(async () => {
    given = await givenLedger();
    lines = [];
    await given.givenAccount(1_234n);
    await given.database.transact(TENANT, async (tx) =>
      audit(
        tx,
        { business: realClock, security: realClock },
        { tenantId: TENANT, actor: 'system', action: 'seen', outcome: 'ok' },
      ),
    );
    for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(given, {}, chain);
  });
  afterEach(() => given.close());

  const run = (options: Partial<VerifyOptions> = {}) =>
    verify(given.ownerUrl, { say: (line) => lines.push(line), seal: TEST_SECRETS.seal, ...options });
  const broken = () => lines.filter((line) => line.startsWith('    ✗')).map((line) => line.trim());

  it('finds nothing in sound books, and says what it looked at', async () => {
    expect(await run()).toEqual({ ok: true });
    expect(lines.join('\n')).not.toContain('✗');
    expect(lines).toContain("Audit log's chain: 1 lines sealed, 0 waiting for the sealer");
    expect(lines).toContain("Ledger's chain: 1 transfers sealed, 0 waiting for the sealer");
    expect(lines.join('\n')).toMatch(/^Ledger's chain of tenant 1: ends with seal 1, [0-9a-f]{64}$/m);
    expect(lines.join('\n')).toMatch(/^Audit log's chain of tenant 1: ends with seal 1, [0-9a-f]{64}$/m);
    expect(lines.at(-1)).toBe('Everything holds.');
  });

  it('refuses a role that sees no row, instead of finding nothing wrong', async () => {
    const asApplication = verify(given.url, { say: (line) => lines.push(line) });
    await expect(asApplication).rejects.toThrow(/^verify reads the rows of all tenants: .*DATABASE_OWNER_URL/);
    expect(lines).toEqual([]);
  });

  it('names the account whose balance was changed behind the ledger', async () => {
    const account = await given.givenAccount(500n);
    await given.asOwner('UPDATE ledger_account SET balance = balance + 1 WHERE id = $1', [account]);
    expect(await run()).toEqual({ ok: false });
    expect(lines.filter((line) => line.includes('✗')).join('\n')).toContain(`account ${account}`);
  });

  it('leaves a tenant out that is arriving from another cluster, and checks the others as always', async () => {
    await given.database.transact(2, (tx) =>
      given.ledger.openAccount(tx, { tenantId: 2, kind: 'cardholder', floor: 0n }),
    );
    await given.asOwner("INSERT INTO tenant_place (tenant_id, state, cluster, epoch) VALUES (1, 'arriving', 'a', 1)");
    // Half of it is there: words, entries, holds and seals of rows that are not.
    await given.asOwner(`SET session_replication_role = 'replica';
      DELETE FROM ledger_account WHERE kind = 'bank'; UPDATE transfer SET amount = amount + 1; DELETE FROM audit_log;
      DELETE FROM account_seal`);
    expect(await run()).toEqual({ ok: true });
    expect(lines[0]).toBe('Tenant 1 is arriving: not checked');
    expect(lines.join('\n')).not.toContain('chain of tenant 1');
    expect(lines).toContain('Ledger: 1 accounts, 0 transfers, 0 entries, 0 holds');
    await given.asOwner('UPDATE ledger_account SET balance = balance + 1 WHERE tenant_id = 2');
    expect(await run()).toEqual({ ok: false });
    await given.asOwner('UPDATE ledger_account SET balance = balance - 1 WHERE tenant_id = 2');
    await given.asOwner('DELETE FROM tenant_place');
    expect(await run()).toEqual({ ok: false });
  });

  // No sum of entries shows any of these.
  it.each([
    ['a floor was taken away', "UPDATE ledger_account SET floor = NULL WHERE kind = 'cardholder'", 'changed after'],
    ['a floor was lowered', "UPDATE ledger_account SET floor = -1 WHERE kind = 'cardholder'", 'changed after'],
    [
      'bank and scheme changed places',
      `DROP INDEX ledger_account_settlement;
       UPDATE ledger_account SET kind = CASE kind WHEN 'bank' THEN 'schemeSettlement' ELSE 'bank' END WHERE kind <> 'cardholder'`,
      'changed after',
    ],
    ['all became another currency', "UPDATE ledger_account SET currency = 'USD'", 'changed after'],
    [
      'an unused account was removed',
      "DELETE FROM ledger_account WHERE kind = 'schemeSettlement'",
      '3 accounts were sealed, 2',
    ],
    [
      'an account was slipped in',
      `INSERT INTO ledger_account (id, tenant_id, kind, currency) OVERRIDING SYSTEM VALUE VALUES (-7, 1, 'cardholder', 'AUD')`,
      '3 accounts were sealed, 4',
    ],
  ])('finds in the chain over the openings of accounts that %s', async (_what, sql, detail) => {
    await given.asOwner(sql);
    expect(await run()).toEqual({ ok: false });
    expect(broken()).toHaveLength(1);
    expect(broken()[0]).toMatch(/^✗ account-content: tenant 1, seal 1, accounts after 0 up to \d+: /);
    expect(broken()[0]).toContain(detail);
  });

  it('names the line of the audit log that was changed', async () => {
    await given.asOwner("UPDATE audit_log SET actor = 'nobody'");
    expect(await run()).toEqual({ ok: false });
    expect(lines.join('\n')).toMatch(/✗ audit-chain: tenant 1, seal 1, lines after 0 up to \d+: lines were changed/);
  });

  it('works where a session can only read', async () => {
    const [{ name } = { name: '' }] = await given.asOwner<{ name: string }>('SELECT current_database() AS name');
    await given.asOwner(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await expect(given.asOwner('DELETE FROM audit_log')).rejects.toThrow('read-only');
    expect(await run()).toEqual({ ok: true });
  });

  it('compares what is sealed without the key, and says that the seals are not proved', async () => {
    expect(await run({ seal: undefined })).toEqual({ ok: true });
    expect(lines.join('\n')).toContain('The key of the chains is not here (WATTLE_KEY_SEAL)');
    await given.asOwner("UPDATE transfer SET key = 'another'");
    expect(await run({ seal: undefined })).toEqual({ ok: false });
    expect(broken()[0]).toMatch(/^✗ seal-content: .*: transfers were changed after they had been sealed$/);
  });

  it('misses a noted end of a chain whose newest seal was removed for what it covered to be changed', async () => {
    const noted = await given.asOwner<{ hash: string }>(`
      SELECT encode(hash, 'hex') AS hash FROM ledger_seal UNION ALL SELECT encode(hash, 'hex') FROM audit_seal`);
    const hashes = noted.map(({ hash }) => hash);
    await given.givenAccount(1n);
    await sealAll(given);
    expect(await run({ noted: hashes })).toEqual({ ok: true });

    await given.asOwner("DELETE FROM ledger_seal; UPDATE transfer SET effective_at = effective_at - interval '1 year'");
    await sealAll(given);
    expect(await run({ noted: hashes })).toEqual({ ok: false });
    expect(broken()).toEqual([`✗ seal-noted: ${hashes[0]}: no chain has this seal: it was cut or made anew`]);
  });

  it('reports how much is done, up to all of it', async () => {
    const parts: number[] = [];
    await run({ onPart: (done) => parts.push(done) });
    expect(parts).toEqual(parts.toSorted((one, other) => one - other));
    expect(parts.at(-1)).toBeCloseTo(1);
  });
});
