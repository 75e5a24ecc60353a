import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { accepted, AT, freshKey, givenLedger, TENANT } from '../../test-support/ledger.ts';
import type { TestLedger } from '../../test-support/ledger.ts';
import { INVARIANTS } from './invariants.ts';
import { verifyLedger } from './verify.ts';
import { FINDINGS_KEPT } from '../platform/verify-steps.ts';

let given: TestLedger;

/**
 * Payer: +1000, −300 to the payee, a hold of 200 captured for 150, an open hold of 110 reduced to 40
 * and added to up to 100, a hold of 50 reduced to 20 and voided. So it has 3 entries, a balance of
 * 550, and 100 held. Between others, 70 go from the bank to the scheme and back.
 */
async function givenHistory() {
  given = await givenLedger();
  const { ledger } = given;
  const [payer, payee] = [await given.givenAccount(1_000n), await given.givenAccount(0n)];
  const hold = (amount: bigint) => ({
    tenantId: TENANT,
    key: freshKey(),
    account: payer,
    amount,
    placedAt: AT,
    expiresAt: AT,
  });
  return given.during(async (tx) => {
    const payment = accepted(await ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount: 300n })));
    const captured = accepted(await ledger.placeHold(tx, hold(200n)));
    const clearing = { tenantId: TENANT, key: freshKey(), code: 1, effectiveAt: AT, postedAt: AT } as const;
    accepted(await ledger.captureHold(tx, { ...clearing, hold: captured.id, amount: 150n, credit: given.scheme }));
    const open = accepted(await ledger.placeHold(tx, hold(110n)));
    const reduced = { tenantId: TENANT, hold: open.id, keep: 40n, at: AT, because: 'voided' } as const;
    accepted(await ledger.releaseHold(tx, reduced));
    accepted(await ledger.addToHold(tx, { tenantId: TENANT, key: freshKey(), hold: open.id, amount: 60n, at: AT }));
    const voided = accepted(await ledger.placeHold(tx, hold(50n)));
    for (const keep of [20n, 0n]) {
      const release = { tenantId: TENANT, hold: voided.id, keep, at: AT, because: 'voided' } as const;
      accepted(await ledger.releaseHold(tx, release));
    }
    const wrong = given.transfer({ debit: given.bank, credit: given.scheme, amount: 70n });
    const reversed = accepted(await ledger.post(tx, wrong));
    accepted(await ledger.reverse(tx, { ...wrong, key: freshKey(), transfer: reversed.id }));
    return {
      payer,
      payee,
      reversed: reversed.id,
      payment: payment.id,
      captured: captured.id,
      open: open.id,
      voided: voided.id,
    };
  });
}

type History = Awaited<ReturnType<typeof givenHistory>>;

/** As a superuser who is set on it: no foreign key, no constraint stands in the way. */
async function damage(sql: string) {
  await given.asOwner(`
    SET session_replication_role = replica;
    ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_floor CASCADE;
    ALTER TABLE transfer DROP CONSTRAINT transfer_pkey CASCADE;
    ALTER TABLE transfer DROP CONSTRAINT transfer_key;
    DROP INDEX transfer_debit, transfer_credit;
    ALTER TABLE hold_event DROP CONSTRAINT hold_event_resolved_once CASCADE;
    ${sql}`);
}

/** What is done, the SQL of it, and every invariant that it breaks. */
const DAMAGES: readonly [string, (h: History) => string, readonly string[]][] = [
  [
    'the amount of a transfer is changed, and so of both entries',
    (h) => `UPDATE transfer SET amount = 299 WHERE id = ${h.payment}`,
    ['running-balance', 'credited-so-far', 'account-balance', 'transfer-payload'],
  ],
  [
    'the balance after an entry is changed',
    (h) => `UPDATE transfer SET debit_balance = 701 WHERE id = ${h.payment}`,
    ['running-balance'],
  ],
  [
    'a transfer is removed with its entries',
    (h) => `DELETE FROM transfer WHERE id = ${h.payment}`,
    // The payer has entries before and after it, the payee no other.
    ['chain-without-gap', 'running-balance', 'account-balance', 'account-version', 'account-snapshot'],
  ],
  [
    'the last transfer of its accounts is removed',
    (h) => `DELETE FROM transfer WHERE id = (SELECT reversal_id FROM reversal WHERE transfer_id = ${h.reversed})`,
    ['account-balance', 'account-version', 'account-snapshot', 'reversal'],
  ],
  [
    'a transfer is added with its entries',
    (h) => `INSERT INTO transfer OVERRIDING SYSTEM VALUE
            SELECT 999, effective_at, posted_at, amount,
                   debit_account_id, 4, 250, 1000, posted_at, credit_account_id, 2, 600, 600, posted_at,
                   tenant_id, code, forced, request_hash, 'added' FROM transfer WHERE id = ${h.payment}`,
    ['account-balance', 'account-snapshot', 'account-version'],
  ],
  [
    'a transfer is doubled',
    (h) => `INSERT INTO transfer OVERRIDING SYSTEM VALUE SELECT * FROM transfer WHERE id = ${h.payment}`,
    ['chain-without-gap', 'running-balance', 'credited-so-far', 'account-balance', 'account-version'],
  ],
  ['a balance is changed', (h) => `UPDATE ledger_account SET balance = 551 WHERE id = ${h.payer}`, ['account-balance']],
  ['a version is changed', (h) => `UPDATE ledger_account SET version = 9 WHERE id = ${h.payee}`, ['account-version']],
  ['what is held is changed', (h) => `UPDATE ledger_account SET held = 99 WHERE id = ${h.payer}`, ['account-held']],
  [
    'a payment is raised, with every balance put right',
    (h) => `UPDATE transfer SET amount = 400, debit_balance = debit_balance - 100, credit_balance = credit_balance + 100
              WHERE id = ${h.payment};
            UPDATE transfer SET debit_balance = debit_balance - 100 WHERE debit_account_id = ${h.payer} AND debit_seq = 3;
            UPDATE ledger_account SET balance = balance - 100 WHERE id = ${h.payer};
            UPDATE ledger_account SET balance = balance + 100 WHERE id = ${h.payee};`,
    ['credited-so-far', 'transfer-payload'],
  ],
  [
    'a payment is raised, with every sum put right',
    (
      h,
    ) => `UPDATE transfer SET amount = 400, debit_balance = debit_balance - 100, credit_balance = credit_balance + 100,
                                credit_credited = credit_credited + 100 WHERE id = ${h.payment};
            UPDATE transfer SET debit_balance = debit_balance - 100 WHERE debit_account_id = ${h.payer} AND debit_seq = 3;
            UPDATE ledger_account SET balance = balance - 100 WHERE id = ${h.payer};
            UPDATE ledger_account SET balance = balance + 100, credited = credited + 100 WHERE id = ${h.payee};`,
    ['transfer-payload'],
  ],
  [
    'the credits up to an entry are changed',
    (h) => `UPDATE transfer SET debit_credited = 1001 WHERE id = ${h.payment}`,
    ['credited-so-far'],
  ],
  [
    'the credits of an account are changed',
    (h) => `UPDATE ledger_account SET credited = 1001 WHERE id = ${h.payer}`,
    ['account-snapshot'],
  ],
  [
    'an entry is moved to an earlier time',
    (h) => `UPDATE transfer SET debit_posted_at = debit_posted_at - interval '1 day' WHERE id = ${h.payment}`,
    ['posting-time'],
  ],
  [
    'a transfer is moved to an earlier time with its entries',
    (h) => `UPDATE transfer SET posted_at = posted_at - interval '1 day',
              debit_posted_at = debit_posted_at - interval '1 day', credit_posted_at = credit_posted_at - interval '1 day'
            WHERE id = ${h.payment}`,
    // The payee has no entry in front of it, so its account alone remembers.
    ['posting-time', 'account-snapshot'],
  ],
  [
    'an account with money is closed',
    (h) => `ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_closed;
            UPDATE ledger_account SET closed_at = last_posted_at WHERE id = ${h.payer}`,
    ['closed-empty'],
  ],
  [
    'a reversal is pointed at another transfer',
    (h) => `UPDATE reversal SET transfer_id = ${h.payment} WHERE transfer_id = ${h.reversed}`,
    ['reversal', 'transfer-payload'],
  ],
  ['a reversal is forgotten', (h) => `DELETE FROM reversal WHERE transfer_id = ${h.reversed}`, ['transfer-payload']],
  [
    'a transfer is taken back twice',
    () => `ALTER TABLE reversal DROP CONSTRAINT reversal_pkey CASCADE;
            ALTER TABLE reversal DROP CONSTRAINT reversal_tenant_id_reversal_id_key CASCADE;
            INSERT INTO reversal SELECT * FROM reversal`,
    ['reversal'],
  ],
  [
    'a transfer is moved to another tenant',
    (h) => `UPDATE transfer SET tenant_id = 2 WHERE id = ${h.payment}`,
    ['one-tenant'],
  ],
  ['an account with entries is removed', (h) => `DELETE FROM ledger_account WHERE id = ${h.payee}`, ['one-tenant']],
  [
    'an account with entries is moved to another tenant',
    (h) => `UPDATE ledger_account SET tenant_id = 2 WHERE id = ${h.payee}`,
    ['one-tenant'],
  ],
  [
    'an entry is moved to an account that does not exist',
    (h) => `UPDATE transfer SET credit_account_id = 999999999 WHERE id = ${h.payment}`,
    ['account-balance', 'account-version', 'account-snapshot', 'transfer-payload', 'one-tenant'],
  ],
  [
    'an account becomes one of another currency',
    (h) => `UPDATE ledger_account SET currency = 'USD' WHERE id = ${h.payee}`,
    ['transfer-sides'],
  ],
  [
    'a transfer of nothing is added, with both accounts put right',
    (h) => `ALTER TABLE transfer DROP CONSTRAINT transfer_amount;
            INSERT INTO transfer OVERRIDING SYSTEM VALUE
            SELECT 999, effective_at, posted_at, 0,
                   debit_account_id, 4, 550, 1000, posted_at, credit_account_id, 2, 300, 300, posted_at,
                   tenant_id, code, forced, request_hash, 'nothing' FROM transfer WHERE id = ${h.payment};
            UPDATE ledger_account SET version = version + 1 WHERE id IN (${h.payer}, ${h.payee});`,
    // The hash is that of the payment.
    ['transfer-sides', 'transfer-payload'],
  ],
  [
    'a hold is resolved twice',
    (h) =>
      `INSERT INTO hold_event (hold_id, number, keep, at, tenant_id, kind)
       VALUES (${h.voided}, 0, 0, now(), ${TENANT}, 'expired')`,
    ['hold-resolved-once'],
  ],
  [
    'the end of a hold is removed',
    (h) => `DELETE FROM hold_event WHERE hold_id = ${h.voided} AND keep = 0`,
    ['account-held'],
  ],
  [
    'an open hold is voided without letting go',
    (h) =>
      `INSERT INTO hold_event (hold_id, number, keep, at, tenant_id, kind)
       VALUES (${h.open}, 0, 0, now(), ${TENANT}, 'voided')`,
    ['account-held'],
  ],
  [
    'a reduction of a hold is removed',
    (h) => `DELETE FROM hold_event WHERE hold_id = ${h.open} AND kind = 'reduced'`,
    ['hold-resolved-once', 'hold-course'],
  ],
  [
    'what was added to a hold is changed, with what is held put right',
    (h) => `UPDATE hold_event SET keep = keep + 5 WHERE hold_id = ${h.open} AND kind = 'added';
            UPDATE ledger_account SET held = held + 5 WHERE id = ${h.payer};`,
    ['hold-course'],
  ],
  [
    'the tolerance of a hold is raised',
    (h) => `UPDATE hold SET tolerance = 100 WHERE id = ${h.open}`,
    ['hold-payload'],
  ],
  [
    'a captured hold is pointed at another account',
    (h) => `UPDATE hold SET account_id = ${h.payee} WHERE id = ${h.captured}`,
    ['hold-capture', 'hold-payload'],
  ],
  [
    'the amount of an open hold is changed',
    (h) => `UPDATE hold SET amount = 120 WHERE id = ${h.open}`,
    // Its events say what is held.
    ['hold-payload'],
  ],
  ['a hold is removed', (h) => `DELETE FROM hold WHERE id = ${h.voided}`, ['hold-capture']],
  [
    'a floor is raised above what was spent',
    (h) => `UPDATE ledger_account SET floor = 600 WHERE id = ${h.payer}`,
    // 550 after the clearing, and 550 − 100 now, without the mark.
    ['floor-at-every-entry', 'floor-now'],
  ],
  [
    'an account is marked as under its floor',
    (h) => `UPDATE ledger_account SET is_below_floor = true WHERE id = ${h.payer}`,
    ['floor-now'],
  ],
];

test('each invariant is broken by a damage below', () => {
  const broken = new Set(DAMAGES.flatMap(([, , names]) => names));
  expect([...broken].toSorted()).toEqual(INVARIANTS.map(({ name }) => name).toSorted());
});

describe('verify names the invariant when', () => {
  afterEach(() => given.close());
  test.each(DAMAGES)('%s', async (_what, sql, broken) => {
    await damage(sql(await givenHistory()));
    const report = await given.verify();
    expect(report.ok).toBe(false);
    expect([...report.broken.keys()].toSorted()).toEqual([...broken].toSorted());
  });
});

describe('the report', () => {
  afterEach(() => given.close());
  test('a sound ledger passes and is counted', async () => {
    const { payer } = await givenHistory();
    const report = await given.verify();
    expect(report).toMatchObject({ ok: true, findings: [], belowFloor: [], belowFloorCount: 0 });
    // Bank, scheme, payer, payee; deposit, payment, clearing, and one that is taken back.
    expect(report.counts).toEqual({ accounts: 4n, transfers: 5n, entries: 10n, holds: 3n, holdEvents: 5n });
    const balance = await given.during((tx) => given.ledger.balance(tx, TENANT, payer));
    expect(balance).toEqual({ balance: 550n, held: 100n, version: 3n });
  });

  test('a finding says where and what', async () => {
    const { payer } = await givenHistory();
    await damage(`UPDATE transfer SET debit_balance = 701 WHERE debit_account_id = ${payer} AND debit_seq = 2`);
    const { findings } = await given.verify();
    expect(findings).toEqual([
      { invariant: 'running-balance', where: `account ${payer}, seq 2`, detail: '1000 and -300 leave 701' },
      { invariant: 'running-balance', where: `account ${payer}, seq 3`, detail: '701 and -150 leave 550' },
    ]);
  });

  test('accounts that forced postings left under the floor are listed and are no fault', async () => {
    given = await givenLedger();
    const account = await given.givenAccount(100n);
    const late = given.transfer({ debit: account, credit: given.scheme, amount: 130n, forced: true });
    accepted(await given.during((tx) => given.ledger.post(tx, late)));
    expect(await given.verify()).toMatchObject({
      ok: true,
      belowFloorCount: 1,
      belowFloor: [{ where: `tenant ${TENANT}, account ${account}`, detail: 'available -30, floor 0' }],
    });
  });

  test('a tolerance excuses what it allows for and not a cent more', async () => {
    given = await givenLedger();
    const [within, above] = [await given.givenAccount(100n), await given.givenAccount(100n)];
    const capture = (account: bigint, amount: bigint, forced: boolean) =>
      given.during(async (tx) => {
        const request = { tenantId: TENANT, key: freshKey(), account, amount: 100n, tolerance: 10n };
        const hold = accepted(await given.ledger.placeHold(tx, { ...request, placedAt: AT, expiresAt: AT })).id;
        const clearing = { tenantId: TENANT, key: freshKey(), code: 1, effectiveAt: AT, postedAt: AT } as const;
        return accepted(
          await given.ledger.captureHold(tx, { ...clearing, hold, amount, credit: given.scheme, forced }),
        );
      });
    expect((await capture(within, 110n, false)).debitBalance).toBe(-10n);
    const { id } = await capture(above, 111n, true);
    expect(await given.verify()).toMatchObject({ ok: true, belowFloorCount: 2 });

    // As if the engine had let it through without the force.
    await damage(`UPDATE transfer SET forced = false WHERE id = ${id}`);
    const { findings } = await given.verify();
    expect(findings.filter(({ invariant }) => invariant !== 'transfer-payload')).toEqual([
      {
        invariant: 'floor-at-every-entry',
        where: `account ${above}, seq 2, transfer ${id}`,
        detail: 'left -11 under the floor 0',
      },
      { invariant: 'floor-now', where: `account ${above}`, detail: 'balance -11, held 0, floor 0, marked t' },
    ]);
  });

  test('many findings are counted and the first ones kept, and never are all of them read at once', async () => {
    await givenHistory();
    await damage(`INSERT INTO ledger_account (tenant_id, kind, currency, version)
                SELECT ${TENANT}, 'cardholder', 'AUD', 1 FROM generate_series(1, 2500)`);
    const owner = new pg.Client({ connectionString: given.ownerUrl });
    await owner.connect();
    let readAtOnce = 0;
    const query = async (sql: string) => {
      const answer = await owner.query<Record<string, unknown>>(sql);
      // Several statements in one have an answer each.
      for (const { rows } of [answer].flat()) readAtOnce = Math.max(readAtOnce, rows.length);
      return answer;
    };
    const report = await verifyLedger({ query }).finally(() => owner.end());
    expect(report.broken.get('account-version')).toBe(2500);
    expect(report.findings).toHaveLength(FINDINGS_KEPT);
    expect(readAtOnce).toBe(1000);
  });

  test('the application, which sees one tenant, cannot vouch for all', async () => {
    await givenHistory();
    const app = new pg.Client({ connectionString: given.url });
    await app.connect();
    await expect(verifyLedger(app).finally(() => app.end())).rejects.toThrow('owner');
  });
});
