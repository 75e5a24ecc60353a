import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, AT, freshKey, givenLedger, TENANT } from '../../test-support/ledger/ledger.ts';
import type { TestLedger } from '../../test-support/ledger/ledger.ts';
import { sealAll, TEST_SECRETS } from '../../test-support/ledger/sealed.ts';
import { chainStep, readSealLag } from '../platform/sealed-log/verify-seals.ts';
import type { ChainEnd } from '../platform/sealed-log/verify-seals.ts';
import { runSteps } from '../platform/sealed-log/verify-steps.ts';
import { LEDGER_CHAIN } from './ledger-chain.ts';
import { INVARIANT_STEPS, openSnapshot } from './verify.ts';

let given: TestLedger;
let payer: bigint;
let payee: bigint;
let payment: bigint;
let hold: bigint;

/**
 * Payer: +1000, −300 to the payee, −50 to the payee, a hold of 100 reduced to 40. Two seals: up to
 * the payment, and the rest. An id between the two transfers was drawn and given up.
 */
beforeEach(async () => {
  given = await givenLedger();
  [payer, payee] = [await given.givenAccount(1_000n), await given.givenAccount(0n)];
  const pay = (amount: bigint) =>
    given.during((tx) => given.ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount })));
  payment = accepted(await pay(300n)).id;
  await sealAll(given);
  await given.asOwner("SELECT nextval(pg_get_serial_sequence('transfer', 'id'))");
  accepted(await pay(50n));
  hold = await given.during(async (tx) => {
    const request = { tenantId: TENANT, key: freshKey(), account: payer, amount: 100n, placedAt: AT, expiresAt: AT };
    const { id } = accepted(await given.ledger.placeHold(tx, request));
    accepted(await given.ledger.releaseHold(tx, { tenantId: TENANT, hold: id, keep: 40n, at: AT, because: 'voided' }));
    return id;
  });
  await sealAll(given);
});
afterEach(() => given.close());

async function verify(check: typeof TEST_SECRETS.seal | undefined = TEST_SECRETS.seal) {
  const owner = new pg.Client({ connectionString: given.ownerUrl });
  await owner.connect();
  try {
    await openSnapshot(owner);
    const ends: ChainEnd[] = [];
    const steps = [...INVARIANT_STEPS, chainStep(LEDGER_CHAIN, { rule: '', check, onEnd: (end) => ends.push(end) })];
    const found = await runSteps([owner], steps, { part() {}, end() {} });
    const lag = await readSealLag(owner, LEDGER_CHAIN);
    return {
      ends,
      waiting: lag.waiting,
      broken: [...found.broken.keys(), ...lag.found.broken.keys()],
      findings: [...found.findings, ...lag.found.findings],
    };
  } finally {
    await owner.end();
  }
}

/** Damages the books as a superuser could who knows how they add up. */
const damage = (sql: string) => given.asOwner(`SET session_replication_role = replica; ${sql}`);

/** The hash that the key of a transfer stands for, as the engine makes it. */
const payloadHash = (debit: bigint, credit: bigint, amount: number) =>
  `substring(sha256(convert_to('transfer|${debit}|${credit}|${amount}|8|false|', 'UTF8')) FROM 1 FOR 16)`;

test('a sound chain passes and is reported up to its end', async () => {
  const { broken, ends, waiting } = await verify();
  expect(broken).toEqual([]);
  expect(waiting).toBe(0n);
  const [last] = await given.asOwner<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM ledger_seal ORDER BY seq DESC LIMIT 1",
  );
  expect(ends).toEqual([{ chain: LEDGER_CHAIN, tenantId: TENANT, seq: 2n, hash: last?.hash, rows: 3, letGo: 0 }]);
});

describe('when the balances add up again, only the chain reveals', () => {
  test('a payment increased on both sides with corrected balances and key', async () => {
    await damage(`
      UPDATE transfer SET debit_balance = debit_balance - 100, credit_balance = credit_balance + 100,
        credit_credited = credit_credited + 100 WHERE credit_account_id = ${payee};
      UPDATE ledger_account SET balance = balance - 100 WHERE id = ${payer};
      UPDATE ledger_account SET balance = balance + 100, credited = credited + 100 WHERE id = ${payee};
      UPDATE transfer SET amount = 400, request_hash = ${payloadHash(payer, payee, 400)} WHERE id = ${payment};`);
    const { findings } = await verify();
    expect(findings.map(({ invariant, detail }) => [invariant, detail])).toEqual([
      ['seal-content', 'transfers were changed after they had been sealed'],
      ['seal-content', 'entries were changed after they had been sealed'],
      // The balance after the second payment.
      ['seal-content', 'entries were changed after they had been sealed'],
    ]);
    expect(findings[0]?.where).toBe(`tenant ${TENANT}, seal 1, transfers after 0 up to ${payment}`);
  });

  test('a deleted transfer whose gaps were closed', async () => {
    await damage(`
      DELETE FROM transfer WHERE id = ${payment};
      UPDATE transfer SET debit_seq = debit_seq - 1, debit_balance = debit_balance + 300, credit_seq = credit_seq - 1,
        credit_balance = credit_balance - 300, credit_credited = credit_credited - 300 WHERE credit_account_id = ${payee};
      UPDATE ledger_account SET version = version - 1, balance = balance + 300 WHERE id = ${payer};
      UPDATE ledger_account SET version = version - 1, balance = balance - 300, credited = credited - 300
        WHERE id = ${payee};`);
    const { broken, findings } = await verify();
    expect(broken).toEqual(['seal-content']);
    expect(findings.map(({ detail }) => detail)).toEqual([
      '2 transfers were sealed, 1 are there',
      '4 entries were sealed, 2 are there',
      'entries were changed after they had been sealed',
    ]);
  });

  test('a transfer inserted with an id inside a sealed range', async () => {
    const id = payment + 1n;
    await damage(`
      INSERT INTO transfer OVERRIDING SYSTEM VALUE
      SELECT ${id}, effective_at, posted_at, 10,
             debit_account_id, debit_seq + 1, debit_balance - 10, debit_credited, debit_posted_at,
             credit_account_id, credit_seq + 1, credit_balance + 10, credit_credited + 10, credit_posted_at,
             tenant_id, code, forced, ${payloadHash(payer, payee, 10)}, 'slipped in'
      FROM transfer WHERE id = (SELECT max(id) FROM transfer);
      UPDATE ledger_account a SET balance = e.balance_after, version = e.seq, credited = e.credited_after
      FROM entry e WHERE e.transfer_id = ${id} AND e.account_id = a.id;`);
    const { broken, findings } = await verify();
    expect(broken).toEqual(['seal-content']);
    expect(findings.map(({ detail }) => detail)).toEqual([
      '1 transfers were sealed, 2 are there',
      '2 entries were sealed, 4 are there',
    ]);
  });

  test('a hold with a changed time', async () => {
    await damage(`UPDATE hold SET expires_at = expires_at + interval '1 day' WHERE id = ${hold}`);
    const { findings } = await verify();
    expect(findings.map(({ detail }) => detail)).toEqual(['holds were changed after they had been sealed']);
  });

  test('an event of a hold with a changed kind', async () => {
    await damage(`UPDATE hold_event SET at = at + interval '1 day' WHERE hold_id = ${hold}`);
    const { findings } = await verify();
    expect(findings.map(({ detail }) => detail)).toEqual(['hold events were changed after they had been sealed']);
  });
});

describe('the chain itself', () => {
  test('reveals a seal that was recomputed without the key', async () => {
    const mine = { ...TEST_SECRETS, seal: () => ({ hash: Buffer.alloc(32, 1), keyVersion: 1 }) };
    await damage(`DELETE FROM ledger_seal WHERE seq = 2; UPDATE transfer SET key = 'another' WHERE id > ${payment}`);
    await sealAll(given, { secrets: mine });
    expect((await verify()).findings).toEqual([
      {
        invariant: 'seal-chain',
        where: `tenant ${TENANT}, seal 2`,
        detail: 'was changed, or does not follow the one before it, or has another key',
      },
    ]);
  });

  test('reveals a missing seal', async () => {
    await damage('DELETE FROM ledger_seal WHERE seq = 1');
    expect((await verify()).findings[0]).toEqual({
      invariant: 'seal-chain',
      where: `tenant ${TENANT}, seal 2`,
      detail: 'follows a gap, 1 is missing',
    });
  });

  test('reveals a change of any column of a seal', async () => {
    await given.asOwner('CREATE TABLE kept AS SELECT * FROM ledger_seal');
    for (const fact of [
      'transfers_to = transfers_to + 1',
      'holds_to = 9',
      "sealed_at = sealed_at - interval '1 day'",
      'holds = 7',
      "content = decode(repeat('00', 128), 'hex')",
      "hash = decode(repeat('00', 32), 'hex')",
      'key_version = 2',
      'format = 9',
    ]) {
      await damage(`UPDATE ledger_seal SET ${fact} WHERE seq = 1`);
      const { findings } = await verify();
      expect({ fact, ...findings[0] }).toMatchObject({
        fact,
        invariant: 'seal-chain',
        where: `tenant ${TENANT}, seal 1`,
      });
      await damage('DELETE FROM ledger_seal; INSERT INTO ledger_seal SELECT * FROM kept');
    }
  });
});

describe('rows that are not sealed yet', () => {
  const post = () =>
    given.during((tx) => given.ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount: 5n })));

  test('are counted and are no fault', async () => {
    accepted(await post());
    expect(await verify()).toMatchObject({ waiting: 1n, broken: [] });
  });

  const record = (at: string) =>
    given.asOwner(`INSERT INTO audit_log (tenant_id, at, actor, action, outcome)
      VALUES (${TENANT}, '${at}', 'system', 'seen', 'ok')`);

  test('are a fault after minutes of later records, even when the sealer never saw them', async () => {
    await record('2026-11-20T01:00:00Z');
    accepted(await post());
    await record('2026-11-20T02:00:00Z');
    await record('2026-11-20T02:05:00Z');
    expect((await verify()).broken).toEqual([]);
    await record('2026-11-20T02:05:01Z');
    expect((await verify()).findings).toEqual([
      {
        invariant: 'seal-lag',
        where: `tenant ${TENANT}`,
        detail: '1 transfers wait for their seal since before 2026-11-20T02:00:00Z',
      },
    ]);
    await sealAll(given);
    expect((await verify()).findings).toEqual([]);
  });

  test('are a fault also when only a hold is unsealed', async () => {
    const request = { tenantId: TENANT, key: freshKey(), account: payer, amount: 1n, placedAt: AT, expiresAt: AT };
    await given.during((tx) => given.ledger.placeHold(tx, request).then(accepted));
    await record('2026-11-20T02:00:00Z');
    await record('2026-11-20T02:05:01Z');
    expect((await verify()).findings.map(({ detail }) => detail)).toEqual([
      '1 holds wait for their seal since before 2026-11-20T02:00:00Z',
    ]);
  });
});
