import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenClosureAsked } from '../../../test-support/desk/ending-samples.ts';
import {
  givenAccount,
  givenCard,
  givenHolder,
  givenProduct,
  type TestAccount,
} from '../../../test-support/factories.ts';
import { givenRow } from '../../../test-support/statements.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { noteTerms } from '../interest/note-terms.ts';
import { postInterest } from '../interest/post-interest.ts';
import { closeAndPay } from './close-and-pay.kind.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

/** At a time of day in Melbourne. */
const at = (day: string, time = '12:00') =>
  test.ctx.setBusinessTime(
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Australia/Melbourne').epochMilliseconds,
  );

/** An account with a card that earns 3.10% and a closure request, with a deposit at noon of a day. */
async function givenEarning(day: string, cents: bigint): Promise<TestAccount> {
  const product = await givenProduct(test.ctx, { settings: { interestRate: 3.1 } });
  const account = await givenAccount(test.ctx, { holder: await givenHolder(test.ctx, { brand: product.brand }) });
  await givenCard(test.ctx, { account, product, expiry: '2030-12' });
  await givenClosureAsked(test, account);
  await put(account, day, cents);
  return account;
}
const put = (account: TestAccount, day: string, amount: bigint) =>
  givenRow(test.ctx, account, {
    kind: amount > 0n ? 'topUp' : 'purchase',
    amount,
    at: `${day}T02:00:00Z`,
    effectiveAt: `${day}T02:00:00Z`,
  });
const setRate = ({ id }: TestAccount, percent: number) =>
  test.ctx.asOwner(
    `UPDATE product SET settings = jsonb_set(settings, '{interestRate}', to_jsonb($2::float8))
     WHERE id = (SELECT product_id FROM card WHERE member_account_id = $1)`,
    [id, percent],
  );
const setTax = ({ holder }: TestAccount, set: string) =>
  test.ctx.asOwner(`UPDATE holder SET ${set} WHERE id = $1`, [holder.id]);

const close = (account: TestAccount, key = `close:${account.id}`) =>
  test.ctx.payments.submit({
    tenantId: account.brand.tenantId,
    kind: closeAndPay,
    key,
    actor: 'desk',
    input: {
      accountNumber: account.accountNumber,
      paidTo: { bsb: '000101', to: '61200447', name: 'Amelia Chen' },
    },
  });

async function rowsOf({ ledgerAccountId }: TestAccount) {
  const rows = await test.ctx.asOwner<{ kind: string; amount: string; day: string }>(
    `SELECT d.kind, e.amount::text, (e.effective_at AT TIME ZONE 'Australia/Melbourne')::date::text AS day
       FROM transaction_detail d JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
      WHERE d.ledger_account_id = $1 AND d.kind IN ('interest', 'withholdingTax', 'transferOut') ORDER BY d.seq`,
    [ledgerAccountId],
  );
  return rows.map(({ kind, amount, day }) => [kind, Number(amount), day]);
}

describe('a closed account is paid the interest of its last month', () => {
  it.each([
    // 19 days, the 1st to the 19th: 1,000.00 × 3.10% × 19 / 365 = 1.613….
    ['in the middle of the month', '2026-11-01', '2026-11-20', 161],
    // 29 of 30 days: 2.463….
    ['on the last of the month', '2026-11-01', '2026-11-30', 246],
    // The day of the payment earns: 1 day, 0.0849….
    ['on the second', '2026-11-01', '2026-11-02', 8],
    // A leap year: 28 days over 365, 2.378….
    ['on 29 February', '2028-02-01', '2028-02-29', 237],
  ])('%s', async (_, from, day, interest) => {
    const account = await givenEarning(from, 1_000_00n);
    at(day);
    expect(await close(account)).toMatchObject({
      ok: true,
      value: { amount: ((100_000 + interest) / 100).toFixed(2) },
    });
    expect(await rowsOf(account)).toEqual([
      ['interest', interest, day],
      ['transferOut', -100_000 - interest, day],
    ]);
  });

  it('on the first of a month, after the month before was posted', async () => {
    const account = await givenEarning('2026-10-01', 1_000_00n);
    at('2026-11-01', '00:05');
    await postInterest(test.ctx, account.brand.tenantId, '2026-11-01', { by: 'noted' });
    at('2026-11-01');
    // October: 31 days, 2.632….
    expect(await close(account)).toMatchObject({ ok: true, value: { amount: '1002.63' } });
    expect(await rowsOf(account)).toEqual([
      ['interest', 263, '2026-10-31'],
      ['transferOut', -100_263, '2026-11-01'],
    ]);
  });

  it('on the first of a month right after midnight, with the month before, which is not posted again', async () => {
    const account = await givenEarning('2028-02-01', 1_000_00n);
    at('2028-03-01', '00:01');
    // 29 days of February: 1,000.00 × 3.10% × 29 / 365 = 2.463….
    expect(await close(account)).toMatchObject({ ok: true, value: { amount: '1002.46' } });
    for (const due of ['2028-03-01', '2028-04-01']) {
      at(due, '00:05');
      await postInterest(test.ctx, account.brand.tenantId, due, { by: 'noted' });
    }
    expect(await rowsOf(account)).toEqual([
      ['interest', 246, '2028-02-29'],
      ['transferOut', -100_246, '2028-03-01'],
    ]);
  });

  it('once when the month is posted at the same moment', async () => {
    const account = await givenEarning('2026-10-01', 1_000_00n);
    at('2026-11-01', '00:05');
    const { tenantId } = account.brand;
    const [closed] = await Promise.all([
      close(account),
      postInterest(test.ctx, tenantId, '2026-11-01', { by: 'noted' }),
    ]);
    // If the interest was posted first, closing finds another balance and has to be requested again.
    if (!closed.ok) expect(await close(account, `again:${account.id}`)).toMatchObject({ ok: true });
    expect(await rowsOf(account)).toEqual([
      ['interest', 263, '2026-10-31'],
      ['transferOut', -100_263, '2026-11-01'],
    ]);
  });

  it('at the rate of each day', async () => {
    const account = await givenEarning('2026-11-01', 1_000_00n);
    await noteTerms(test.ctx, account.brand.tenantId, '2026-11-10');
    await setRate(account, 5);
    await noteTerms(test.ctx, account.brand.tenantId, '2026-11-11');
    at('2026-11-20');
    // 10 days of 3.10% and 9 of 5.00%: 1,000.00 × 0.76 / 365 = 2.082….
    expect(await close(account)).toMatchObject({ ok: true, value: { amount: '1002.08' } });
  });

  it.each([
    ['less 47% in whole dollars, without a tax file number', 'tax_exemption = NULL', '10009.13', -700],
    ['less 10% for a non-resident', "tax_exemption = 'nonResident'", '10015.13', -100],
    ['whole, with a tax file number', "tfn_cipher = '\\x00', tfn_key_version = 1", '10016.13', undefined],
  ])('%s', async (_, tax, amount, withheld) => {
    const account = await givenEarning('2026-11-01', 10_000_00n);
    await setTax(account, tax);
    at('2026-11-20');
    // 10,000.00 × 3.10% × 19 / 365 = 16.136…; 47% are 7.58, 10% are 1.61.
    expect(await close(account)).toMatchObject({ ok: true, value: { amount } });
    expect((await rowsOf(account)).find(([kind]) => kind === 'withholdingTax')?.[1]).toBe(withheld);
  });

  it.each([
    ["'Tax to pay' beside the whole interest", 'tax_exemption = NULL', ['16.13', '7.00', '10009.13']],
    ['the interest alone where none is withheld', "tfn_cipher = '\\x00', tfn_key_version = 1", ['16.13', '10016.13']],
  ])('and the effect of a request shows %s', async (_, tax, changes) => {
    const account = await givenEarning('2026-11-01', 10_000_00n);
    await setTax(account, tax);
    at('2026-11-20');
    const { tenantId } = account.brand;
    const staff = await givenStaff(test.ctx, tenantId);
    const input = { account: account.accountNumber, to: '61200447', bsb: '000101', name: 'Amelia Chen' };
    const asked = await give(test, staff, 'close-and-pay', { input, reason: 'asked for' });
    const request = asked.body.request?.id ?? '';
    const { rows = [] } = (await give(test, staff, 'request-effect', { input: { request } })).body;
    const shown = rows.filter(({ what }) => /^(Interest that|Tax to pay|To Amelia)/.test(String(what)));
    expect(shown.map(({ change }) => change)).toEqual(changes);
  });

  it('when only interest is left, through close-and-pay as close-account suggests', async () => {
    const account = await givenEarning('2026-11-01', 1_000_00n);
    await put(account, '2026-11-10', -1_000_00n);
    at('2026-11-20');
    const { tenantId } = account.brand;
    const staff = await givenStaff(test.ctx, tenantId);
    const asked = await give(test, staff, 'close-account', {
      input: { account: account.accountNumber },
      reason: 'asked for',
    });
    expect(asked.body.error).toBe('account_not_empty');
    // 9 days: 0.764….
    const listed = await give(test, staff, 'closures', { input: {} });
    expect(listed.body.rows).toMatchObject([
      { name: expect.stringMatching(/^Holder\d+ /), balance: '0.00', interest: '0.76', next: 'close-and-pay' },
    ]);
    expect(await close(account)).toMatchObject({ ok: true, value: { amount: '0.76' } });
  });

  it('unless it earns none', async () => {
    const account = await givenEarning('2026-11-01', 1_000_00n);
    await setRate(account, 0);
    at('2026-11-20');
    expect(await close(account)).toMatchObject({ ok: true, value: { amount: '1000.00' } });
    expect(await rowsOf(account)).toEqual([['transferOut', -100_000, '2026-11-20']]);
  });

  it('once when it is closed twice', async () => {
    const account = await givenEarning('2026-11-01', 1_000_00n);
    at('2026-11-20');
    const answers = await Promise.all([close(account), close(account), close(account, `other:${account.id}`)]);
    expect(answers.filter(({ ok }) => ok).map((answer) => answer.ok && answer.value.amount)).toEqual(
      answers[2]?.ok ? ['1001.61'] : ['1001.61', '1001.61'],
    );
    expect(await rowsOf(account)).toHaveLength(2);
  });
});
