import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import {
  givenAccount,
  givenCard,
  givenHolder,
  givenProduct,
  type TestAccount,
} from '../../../test-support/factories.ts';
import { givenRow } from '../../../test-support/statements.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { makeStatements } from '../statements/public.ts';
import { noteTerms } from './note-terms.ts';
import { postInterest } from './post-interest.ts';
import { postInterest as interestJob } from './post-interest.due.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function givenEarning(language: 'enAU' | 'zhCN' = 'enAU', rate = 3.1): Promise<TestAccount> {
  const product = await givenProduct(test.ctx, { settings: { interestRate: rate } });
  const holder = await givenHolder(test.ctx, { brand: product.brand, language });
  const earning = await givenAccount(test.ctx, { holder });
  await givenCard(test.ctx, { account: earning, product });
  return earning;
}
beforeEach(async () => {
  account = await givenEarning();
});

const put = (amount: bigint, at: string, effectiveAt = at) =>
  givenRow(test.ctx, account, { kind: amount > 0n ? 'topUp' : 'purchase', amount, at, effectiveAt });

/** Posts the interest that is due on a first of the month, at 00:05 in Melbourne. */
async function postOn(day: string) {
  test.ctx.setBusinessTime(
    Temporal.PlainDateTime.from(`${day}T00:05`).toZonedDateTime('Australia/Melbourne').epochMilliseconds,
  );
  return postInterest(test.ctx, account.brand.tenantId, day, { by: 'noted' });
}

type Line = {
  readonly kind: string;
  readonly amount: string;
  readonly effective: string;
  readonly description: string;
};

const linesOf = (of: TestAccount) =>
  test.ctx.asOwner<Line>(
    `SELECT d.kind, e.amount::text, (e.effective_at AT TIME ZONE 'Australia/Melbourne')::date::text AS effective, d.description
     FROM transaction_detail d JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
     WHERE d.ledger_account_id = $1 AND d.kind IN ('interest', 'withholdingTax') ORDER BY d.seq`,
    [of.ledgerAccountId],
  );
const amountsOf = async (of: TestAccount) => (await linesOf(of)).map(({ amount }) => Number(amount));

describe('interest', () => {
  it('of a month is posted after its end and takes effect on its last day', async () => {
    await put(1_000_00n, '2026-10-10T02:00:00Z');
    await postOn('2026-11-01');
    // 22 closing balances from the 10th to the 31st: 1,000.00 × 3.10% × 22 / 365 = 1.868….
    expect(await linesOf(account)).toEqual([
      { kind: 'interest', amount: '186', effective: '2026-10-31', description: 'Savings interest' },
    ]);
    expect(await balanceOf(test.ctx, account)).toBe(1_001_86n);
  });

  it('of a year of 1,000.00 compounds monthly', async () => {
    await put(1_000_00n, '2026-06-30T02:00:00Z');
    const months = ['08', '09', '10', '11', '12'].map((month) => `2026-${month}-01`);
    const next = ['01', '02', '03', '04', '05', '06', '07'].map((month) => `2027-${month}-01`);
    for (const day of [...months, ...next]) await postOn(day);
    // Cents paid before each month are in its balance. July 100,000 × 31 × 3.10% / 365 = 263.28; August on 100,263:
    // 263.98; September on 100,526, 30 days: 256.13; October on 100,782: 265.34; November on 101,047: 257.46;
    // December on 101,304: 266.72; January on 101,570: 267.42; February on 101,837, 28 days: 242.17; March on 102,079:
    // 268.76; April on 102,347: 260.77; May on 102,607: 270.15; June on 102,877: 262.12.
    expect(await amountsOf(account)).toEqual([263, 263, 256, 265, 257, 266, 267, 242, 268, 260, 270, 262]);
  });

  it('of February in a leap year covers 29 days over 365', async () => {
    await put(1_000_00n, '2028-01-15T02:00:00Z');
    await postOn('2028-02-01');
    await postOn('2028-03-01');
    // January: 17 days, 144.38. February on 100,144: 246.65.
    expect(await amountsOf(account)).toEqual([144, 246]);
  });

  it('is not restated for a late clearing', async () => {
    await put(1_000_00n, '2026-09-30T02:00:00Z');
    await postOn('2026-11-01');
    // A purchase of 20 October that is cleared on 2 November.
    await put(-500_00n, '2026-11-02T02:00:00Z', '2026-10-20T02:00:00Z');
    await postOn('2026-11-01');
    await postOn('2026-12-01');
    // October: 31 days of 1,000.00, 263.28. November: one day of 1,002.63 and 29 of 502.63: 132.32.
    expect(await amountsOf(account)).toEqual([263, 132]);
  });

  it('is posted once when several servers post it repeatedly', async () => {
    await put(1_000_00n, '2026-09-30T02:00:00Z');
    await Promise.all([postOn('2026-11-01'), postOn('2026-11-01'), postOn('2026-11-01')]);
    await postOn('2026-11-01');
    expect(await amountsOf(account)).toEqual([263]);
  });

  it('is not posted again when it was posted under another key', async () => {
    await put(1_000_00n, '2026-09-30T02:00:00Z');
    await givenRow(test.ctx, account, {
      kind: 'interest',
      amount: 263n,
      at: '2026-10-31T13:05:00Z',
      effectiveAt: '2026-10-31T12:59:00Z',
    });
    await postOn('2026-11-01');
    expect(await amountsOf(account)).toEqual([263]);
  });

  it('is not posted to a closed account or for a product without interest', async () => {
    const none = await givenEarning('enAU', 0);
    const off = await givenEarning();
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [off.id]);
    for (const other of [none, off]) {
      await givenRow(test.ctx, other, { kind: 'topUp', amount: 1_000_00n, at: '2026-09-30T02:00:00Z' });
      await postInterest(test.ctx, other.brand.tenantId, '2026-11-01', { by: 'noted' });
      expect(await amountsOf(other)).toEqual([]);
    }
  });

  it('is posted by due work on the first of a month only', async () => {
    await put(1_000_00n, '2026-09-30T02:00:00Z');
    if (!('outside' in interestJob)) throw new Error('interest is posted outside of a transaction');
    const { tenantId } = account.brand;
    const signal = new AbortController().signal;
    for (const planned of ['2026-10-30T13:05:00Z', '2026-10-31T13:05:00Z', '2026-11-01T13:05:00Z']) {
      await interestJob.outside(test.ctx, { tenantId, plannedAt: Date.parse(planned), atOnce: 100, signal });
    }
    expect(await amountsOf(account)).toEqual([263]);
  });
});

describe('a card or rate that changes within a month', () => {
  const setRate = (percent: number) =>
    test.ctx.asOwner(
      `UPDATE product SET settings = jsonb_set(settings, '{interestRate}', to_jsonb($2::float8))
       WHERE id = (SELECT product_id FROM card WHERE member_account_id = $1)`,
      [account.id, percent],
    );
  const note = (day: string) => noteTerms(test.ctx, account.brand.tenantId, day);

  it('earns only on the days with a card or rate that pays', async () => {
    account = await givenEarning('enAU', 0);
    await put(1_000_00n, '2026-09-30T02:00:00Z');
    await note('2026-10-14');
    await setRate(3.1);
    await note('2026-10-15');
    await note('2026-10-16');
    await setRate(0);
    await note('2026-10-26');
    await postOn('2026-11-01');
    // 11 days, from the 15th to the 25th: 1,000.00 × 3.10% × 11 / 365 = 0.934….
    expect(await amountsOf(account)).toEqual([93]);
    await postOn('2026-12-01');
    expect(await amountsOf(account)).toEqual([93]);
  });

  it('is recorded once for each change', async () => {
    await note('2026-10-14');
    await note('2026-10-15');
    const rows = await test.ctx.asOwner(
      'SELECT begins_on::text, basis_points FROM interest_terms WHERE member_account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([{ begins_on: '2026-10-14', basis_points: 310 }]);
  });
});

describe('tax on interest', () => {
  const setTax = (set: string) => test.ctx.asOwner(`UPDATE holder SET ${set} WHERE id = $1`, [account.holder.id]);
  it.each([
    ['without a tax file number', 'tax_exemption = NULL', [2632, -1200]],
    ['with one', "tfn_cipher = '\\x00', tfn_key_version = 1", [2632]],
    ['with an exemption', "tax_exemption = 'pension'", [2632]],
    ['of a non-resident', "tax_exemption = 'nonResident'", [2632, -200]],
  ])('%s', async (_, set, amounts) => {
    await setTax(set);
    // 31 days of 10,000.00: 26.32; 47% are 12.37, 10% are 2.63, in whole dollars.
    await put(10_000_00n, '2026-09-30T02:00:00Z');
    await postOn('2026-11-01');
    expect(await amountsOf(account)).toEqual(amounts);
  });

  it('is posted after the interest, and both are on the statement of their month', async () => {
    account = await givenEarning('zhCN');
    await test.ctx.asOwner('UPDATE holder SET statement_frequency = 1 WHERE id = $1', [account.holder.id]);
    await put(10_000_00n, '2026-09-30T02:00:00Z');
    await postOn('2026-11-01');
    expect((await linesOf(account)).map(({ kind, description }) => [kind, description])).toEqual([
      ['interest', '储蓄利息'],
      ['withholdingTax', '利息预扣税'],
    ]);
    const { tenantId } = account.brand;
    while (await makeStatements(test.ctx, tenantId, Date.parse('2026-11-01T02:00:00Z'), 20)) {
      // Until nothing is due.
    }
    const rows = await test.ctx.asOwner(
      'SELECT last_day::text, closing::text FROM statement WHERE member_account_id = $1 ORDER BY first_day DESC LIMIT 1',
      [account.id],
    );
    // 10,000.00 + 26.32 − 12.00.
    expect(rows).toEqual([{ last_day: '2026-10-31', closing: '1001432' }]);
  });
});

describe('the desk', () => {
  it('posts the interest of a day again without posting anything twice', async () => {
    await put(1_000_00n, '2026-09-30T02:00:00Z');
    await postOn('2026-11-01');
    const { tenantId } = account.brand;
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const asked = await give(test, asker, 'post-interest', { input: { day: '2026-11-01' }, reason: 'to be sure' });
    const { body } = await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    expect(body.rows).toEqual([
      expect.objectContaining({ day: '2026-11-01', accounts: 1, interest: '2.63', tax: '0.00' }),
    ]);
    expect(await amountsOf(account)).toEqual([263]);
    const early = await give(test, asker, 'post-interest', { input: { day: '2027-01-01' }, reason: 'too early' });
    expect(early.body).toMatchObject({ error: 'input_invalid', field: 'day' });
  });

  it('repairs a month without posted interest once', async () => {
    account = await givenEarning('enAU', 0);
    await put(1_000_00n, '2026-09-30T02:00:00Z');
    const { tenantId } = account.brand;
    await noteTerms(test.ctx, tenantId, '2026-10-31');
    await postOn('2026-11-01');
    // The product was imported without its rate.
    await test.ctx.asOwner(`UPDATE product SET settings = settings || '{"interestRate": 3.1}' WHERE tenant_id = $1`, [
      tenantId,
    ]);
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const repair = async (by: string) => {
      const input = { day: '2026-11-01', by };
      const asked = await give(test, asker, 'post-interest', { input, reason: 'the rate was missing' });
      return (await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } })).body.rows;
    };
    expect(await repair('noted')).toEqual([expect.objectContaining({ accounts: 0 })]);
    expect(await repair('today')).toEqual([expect.objectContaining({ accounts: 1, interest: '2.63' })]);
    await repair('today');
    expect(await amountsOf(account)).toEqual([263]);
  });

  it('runs a repair again that found nothing to do', async () => {
    await postOn('2026-11-01');
    // A posting of October that was added after its interest, as after a restore.
    await put(1_000_00n, '2026-09-30T02:00:00Z');
    await postOn('2026-11-01');
    expect(await amountsOf(account)).toEqual([263]);
  });

  it('leaves a ledger that verifies', async () => {
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});
