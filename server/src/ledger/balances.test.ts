import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, givenLedger, TENANT } from '../../test-support/ledger/ledger.ts';
import type { TestLedger } from '../../test-support/ledger/ledger.ts';
import { BALANCE_AT, TOTALS } from './balances.ts';
import type { LedgerAccountId } from './ledger.ts';
import type { AccountTotals } from './totals.ts';

let given: TestLedger;
let account: LedgerAccountId;

const at = (day: string) => Date.parse(`2026-11-${day}+10:00`);

/**
 * | seq | asked for        | posted           | amount | balance |
 * | 1   | 1 Nov, noon      | 1 Nov, noon      | +500   | 500     |
 * | 2   | 3 Nov, 9 o'clock | 3 Nov, 9 o'clock | −120   | 380     |
 * | 3   | 3 Nov, 9 o'clock | 3 Nov, 9 o'clock | −80    | 300     |
 * | 4   | 2 Nov, noon      | 3 Nov, 9 o'clock | +40    | 340     |
 * | 5   | 10 Nov, midnight | 10 Nov, midnight | −340   | 0       |
 */
beforeAll(async () => {
  given = await givenLedger();
  account = await given.givenAccount(0n);
  for (const [cents, day] of [
    [500n, '01T12:00:00.000'],
    [-120n, '03T09:00:00.000'],
    [-80n, '03T09:00:00.000'],
    [40n, '02T12:00:00.000'],
    [-340n, '10T00:00:00.000'],
  ] as const) {
    const sides = cents > 0n ? { debit: given.bank, credit: account } : { debit: account, credit: given.bank };
    const request = given.transfer({ ...sides, amount: cents > 0n ? cents : -cents, postedAt: at(day) });
    accepted(await given.during((tx) => given.ledger.post(tx, request)));
  }
});
afterAll(() => given.close());

const balanceAt = (day: string) => given.during((tx) => given.ledger.balanceAt(tx, TENANT, account, at(day)));
const totals = (from: string, to: string) =>
  given.during((tx) => given.ledger.totals(tx, TENANT, account, at(from), at(to)));

describe('the balance at a moment', () => {
  test.each([
    ['01T11:59:59.999', 0n],
    ['01T12:00:00.000', 500n],
    ['02T23:00:00.000', 500n],
    ['03T08:59:59.999', 500n],
    ['03T09:00:00.000', 340n],
    ['09T23:59:59.999', 340n],
    ['10T00:00:00.000', 0n],
    ['28T00:00:00.000', 0n],
  ])('%s is %d cents', async (day, cents) => {
    expect(await balanceAt(day)).toBe(cents);
  });

  test('is undefined for an account that does not exist', async () => {
    expect(
      await given.during((tx) => given.ledger.balanceAt(tx, TENANT, 999_999n, at('03T09:00:00.000'))),
    ).toBeUndefined();
  });
});

describe('the totals of a period', () => {
  test.each([
    [
      '02T00:00:00.000',
      '10T00:00:00.000',
      { opening: 500n, credited: 40n, debited: 200n, closing: 340n, after: 1n, upTo: 4n },
    ],
    [
      '01T00:00:00.000',
      '30T00:00:00.000',
      { opening: 0n, credited: 540n, debited: 540n, closing: 0n, after: 0n, upTo: 5n },
    ],
    [
      '03T09:00:00.001',
      '10T00:00:00.000',
      { opening: 340n, credited: 0n, debited: 0n, closing: 340n, after: 4n, upTo: 4n },
    ],
    [
      '10T00:00:00.000',
      '11T00:00:00.000',
      { opening: 340n, credited: 0n, debited: 340n, closing: 0n, after: 4n, upTo: 5n },
    ],
  ])('from %s to before %s', async (from, to, expected) => {
    expect(await totals(from, to)).toEqual(expected);
  });

  test('leave no gap between Melbourne days, also around a day of 23 hours', async () => {
    const other = await given.givenAccount(0n);
    // 4 October 2026 begins at 14:00 UTC and ends at 13:00 UTC.
    const midnights = ['2026-10-02T14:00:00Z', '2026-10-03T14:00:00Z', '2026-10-04T13:00:00Z', '2026-10-05T13:00:00Z'];
    const times = midnights.slice(0, 3).flatMap((midnight) => [Date.parse(midnight), Date.parse(midnight) + 1]);
    times.push(Date.parse('2026-10-05T12:59:59.999Z'));
    for (const [index, postedAt] of times.entries()) {
      const request = given.transfer({ debit: given.bank, credit: other, amount: BigInt(10 ** index), postedAt });
      accepted(await given.during((tx) => given.ledger.post(tx, request)));
    }
    const days = midnights
      .slice(1)
      .map((to, index) =>
        given.during((tx) =>
          given.ledger.totals(tx, TENANT, other, Date.parse(midnights[index] ?? ''), Date.parse(to)),
        ),
      );
    expect(await Promise.all(days)).toEqual([
      { opening: 0n, credited: 11n, debited: 0n, closing: 11n, after: 0n, upTo: 2n },
      { opening: 11n, credited: 1_100n, debited: 0n, closing: 1_111n, after: 2n, upTo: 4n },
      { opening: 1_111n, credited: 1_110_000n, debited: 0n, closing: 1_111_111n, after: 4n, upTo: 7n },
    ]);
  });

  test('are undefined for an account that does not exist', async () => {
    const unknown = given.during((tx) => given.ledger.totals(tx, TENANT, 999_999n, 0, 1));
    expect(await unknown).toBeUndefined();
  });

  test('throw for a period that ends before it begins', async () => {
    await expect(totals('10T00:00:00.000', '09T00:00:00.000')).rejects.toThrow(RangeError);
  });
});

test('the totals of each account are those of the account, in the order of their ids', async () => {
  const others = [await given.givenAccount(0n), await given.givenAccount(0n)];
  for (const [from, to] of [
    ['02T00:00:00.000', '10T00:00:00.000'],
    ['10T00:00:00.000', '11T00:00:00.000'],
    ['20T00:00:00.000', '21T00:00:00.000'],
  ] as const) {
    const each: AccountTotals[] = [];
    for (let after = 0n; ; ) {
      const wanted = { fromMs: at(from), toMs: at(to), isOwn: false, after, most: 2 };
      const some = await given.during((tx) => given.ledger.totalsOfEach(tx, TENANT, wanted));
      each.push(...some);
      const last = some.at(-1);
      if (!last || some.length < 2) break;
      after = last.id;
    }
    expect(each.map(({ id }) => id)).toEqual(expect.arrayContaining([given.bank, account, ...others]));
    for (const { id, kind: _, ...one } of each) {
      const alone = await given.during((tx) => given.ledger.totals(tx, TENANT, id, at(from), at(to)));
      expect(one).toEqual(alone);
    }
  }
});

test('balance and totals use index look-ups for any number of entries', async () => {
  await given.asOwner(`
    INSERT INTO transfer (tenant_id, key, request_hash, code, forced, effective_at, posted_at, amount,
        debit_account_id, debit_seq, debit_balance, debit_credited, debit_posted_at,
        credit_account_id, credit_seq, credit_balance, credit_credited, credit_posted_at)
      SELECT ${TENANT}, 'many:' || n, '\\x00112233445566778899aabbccddeeff', 8, false, at, at, 1,
        CASE WHEN n % 3 = 0 THEN ${account} ELSE -1 END, 100 + n, n, 540, at,
        CASE WHEN n % 3 = 0 THEN -1 ELSE ${account} END, 100 + n, n, 540 + n, at
      FROM generate_series(1, 20000) n, LATERAL (SELECT timestamptz '2026-11-20' + n * interval '1 second') AS t (at);
    ANALYZE transfer`);
  const noon = '2026-11-20T01:00:00Z';
  for (const [sql, types, values] of [
    [BALANCE_AT, 'integer, bigint, timestamptz', [noon]],
    [TOTALS, 'integer, bigint, timestamptz, timestamptz', [noon, '2026-11-20T05:00:00Z']],
  ] as const) {
    const plan = await planOf(sql, types, values);
    const reads = plan.filter((line) => / on transfer\b/.test(line));
    // For each moment a mark, and of the entries up to the next one the last that counts: among debits and credits.
    for (const index of ['transfer_debit_mark', 'transfer_credit_mark', 'transfer_debit', 'transfer_credit']) {
      const found = reads.filter((read) =>
        new RegExp(`Index (Only )?Scan Backward using ${index} .*actual rows=1(\\.00)? loops=1`).test(read),
      );
      expect(found).toHaveLength(values.length);
    }
    expect(reads).toHaveLength(4 * values.length);
    const passedOver = plan.flatMap((line) => /Rows Removed by \w+(?: \w+)*: (\d+)/.exec(line)?.[1] ?? []);
    expect(Math.max(0, ...passedOver.map(Number))).toBeLessThan(16);
    expect(plan.join('\n')).not.toMatch(/-> +(Incremental )?Sort|Seq Scan/);
  }
});

test('the balance at a moment follows the last entry up to it, before, at and after a mark', async () => {
  const other = await given.givenAccount(0n);
  const begin = Date.parse('2026-11-21T00:00:00Z');
  // Three entries a second, each of one cent: marks fall on the first, the second and the third of a second.
  for (let seq = 1; seq <= 100; seq += 1) {
    const postedAt = begin + 1000 * Math.ceil(seq / 3);
    const request = given.transfer({ debit: given.bank, credit: other, amount: 1n, postedAt });
    accepted(await given.during((tx) => given.ledger.post(tx, request)));
  }
  for (let second = 0; second <= 34; second += 1) {
    const at = begin + 1000 * second;
    const cents = BigInt(Math.min(3 * second, 100));
    expect(await given.during((tx) => given.ledger.balanceAt(tx, TENANT, other, at))).toBe(cents);
    expect(await given.during((tx) => given.ledger.totals(tx, TENANT, other, begin, at + 1))).toMatchObject({
      opening: 0n,
      closing: cents,
      upTo: cents,
    });
  }
});

test.each([
  ['03:00:00.123', '2026-11-20T03:00:00.123Z'],
  ['03:00:00.123001', '2026-11-20T03:00:00.124Z'],
  ['03:00:00.999', '2026-11-20T03:00:00.999Z'],
  ['03:00:00.999999', '2026-11-20T03:00:01.000Z'],
])('nothing is posted before an entry of %s', async (last, posted) => {
  const other = await given.givenAccount(0n);
  await given.asOwner(`UPDATE ledger_account SET last_posted_at = '2026-11-20T${last}Z' WHERE id = ${other}`);
  const early = given.transfer({ debit: given.bank, credit: other, amount: 1n });
  const { id } = accepted(await given.during((tx) => given.ledger.post(tx, early)));
  const rows = await given.asOwner<{ at: Date }>(`SELECT credit_posted_at AS at FROM transfer WHERE id = ${id}`);
  expect(rows).toEqual([{ at: new Date(posted) }]);
});

/** Plans a query like the application's: under the policies, prepared for any values. */
function planOf(sql: string, types: string, values: readonly string[]): Promise<string[]> {
  const wanted = [String(TENANT), String(account), ...values.map((value) => `'${value}'`)].join(', ');
  return given.during(async (tx) => {
    await tx.run('SET LOCAL plan_cache_mode = force_generic_plan');
    await tx.run(`PREPARE asked (${types}) AS ${sql}`);
    const rows = await tx.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off) EXECUTE asked (${wanted})`,
    );
    await tx.run('DEALLOCATE asked');
    return rows.map((row) => row['QUERY PLAN']);
  });
}
