import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { damage, givenHistory } from '../../test-support/ledger/damaged-ledger.ts';
import { DAMAGES_OF_ACCOUNTS_AND_HOLDS, DAMAGES_OF_TRANSFERS } from '../../test-support/ledger/ledger-damages.ts';
import { accepted, AT, freshKey, givenLedger, TENANT } from '../../test-support/ledger/ledger.ts';
import type { TestLedger } from '../../test-support/ledger/ledger.ts';
import { INVARIANTS } from './invariants.ts';
import { verifyLedger } from './verify.ts';
import { FINDINGS_KEPT } from '../platform/sealed-log/verify-steps.ts';

test('each invariant is broken by one of the sample damages', () => {
  const broken = new Set([...DAMAGES_OF_TRANSFERS, ...DAMAGES_OF_ACCOUNTS_AND_HOLDS].flatMap(([, , names]) => names));
  expect([...broken].toSorted()).toEqual(INVARIANTS.map(({ name }) => name).toSorted());
});

let given: TestLedger;

async function openHistory() {
  const opened = await givenHistory();
  given = opened.given;
  return opened.history;
}

describe('the report', () => {
  afterEach(() => given.close());
  test('counts the rows of a sound ledger and passes it', async () => {
    const { payer } = await openHistory();
    const report = await given.verify();
    expect(report).toMatchObject({ ok: true, findings: [], belowFloor: [], belowFloorCount: 0 });
    // Bank, scheme, payer, payee; deposit, payment, clearing, and a reversed transfer.
    expect(report.counts).toEqual({ accounts: 4n, transfers: 5n, entries: 10n, holds: 3n, holdEvents: 5n });
    const balance = await given.during((tx) => given.ledger.balance(tx, TENANT, payer));
    expect(balance).toEqual({ balance: 550n, held: 100n, version: 3n });
  });

  test('names the row and the fault in a finding', async () => {
    const { payer } = await openHistory();
    await damage(given, `UPDATE transfer SET debit_balance = 701 WHERE debit_account_id = ${payer} AND debit_seq = 2`);
    const { findings } = await given.verify();
    expect(findings).toEqual([
      { invariant: 'running-balance', where: `account ${payer}, seq 2`, detail: '1000 and -300 leave 701' },
      { invariant: 'running-balance', where: `account ${payer}, seq 3`, detail: '701 and -150 leave 550' },
    ]);
  });

  test('lists accounts that forced postings left below the floor, without a fault', async () => {
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

  test('excuses an excess within the tolerance and not a cent more', async () => {
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

    // The same posting, as if it had not been forced.
    await damage(given, `UPDATE transfer SET forced = false WHERE id = ${id}`);
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

  test('counts many findings, keeps the first ones and never reads all at once', async () => {
    await openHistory();
    await damage(
      given,
      `INSERT INTO ledger_account (tenant_id, kind, currency, version)
                SELECT ${TENANT}, 'cardholder', 'AUD', 1 FROM generate_series(1, 2500)`,
    );
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

  test('is refused to the application, which sees only one tenant', async () => {
    await openHistory();
    const app = new pg.Client({ connectionString: given.url });
    await app.connect();
    await expect(verifyLedger(app).finally(() => app.end())).rejects.toThrow('owner');
  });
});
