import { getTaxSummary } from '@wattle/contract/statements/statements.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { askForTicket, givenTicket, postTicket } from '../../../test-support/files/downloads.ts';
import {
  givenAccount,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestAccount,
} from '../../../test-support/factories.ts';
import { readPdf, rowsOf } from '../../../test-support/files/read-pdf.ts';
import type { Headers } from '../../../test-support/signed-in.ts';
import { givenRow } from '../../../test-support/statements.ts';

let test: TestApp;
let account: TestAccount;
let headers: Headers;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  account = await givenAccount(test.ctx);
  await givenCard(test.ctx, {
    account,
    product: await givenProduct(test.ctx, { brand: account.brand, settings: { statements: true } }),
  });
  headers = (await givenSession(test.ctx, { webAccount: await givenWebAccount(test.ctx, { account }) })).headers;
});
afterAll(() => test.close());

/** Posted five minutes into a month, effective a minute before it. Melbourne is 10 hours ahead in winter, else 11. */
async function givenMonth(firstOfNext: string, interest: bigint, tax = 0n): Promise<void> {
  const at = `${firstOfNext}T00:05:00${firstOfNext.slice(5, 7) === '05' || firstOfNext.slice(5, 7) === '07' ? '+10:00' : '+11:00'}`;
  const effectiveAt = new Date(Date.parse(at) - 6 * 60_000).toISOString();
  await givenRow(test.ctx, account, { kind: 'interest', amount: interest, at, effectiveAt });
  if (tax > 0n) await givenRow(test.ctx, account, { kind: 'withholdingTax', amount: -tax, at, effectiveAt });
}

const ask = (startYear: unknown, who = headers, accountNumber = account.accountNumber, language = 'enAU') =>
  [test, who, getTaxSummary.name, { accountNumber, startYear }, language] as const;

async function open(startYear: number, language = 'enAU') {
  const ticket = await givenTicket(...ask(startYear, headers, account.accountNumber, language));
  return postTicket(test, getTaxSummary.path, ticket);
}

it('the tax summary shows interest, tax and net amount of a financial year by month', async () => {
  // June of the year before.
  await givenMonth('2025-07-01', 1_00n);
  await givenMonth('2026-01-01', 3_50n);
  await givenMonth('2026-05-01', 12_40n, 5_00n);
  await givenMonth('2026-07-01', 20_00n, 9_00n);
  // July of the next one.
  await givenMonth('2026-08-01', 7_00n);
  const response = await open(2025);
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="tax-summary-${account.accountNumber.slice(-3)}-2025-26.pdf"`,
  });
  const read = await readPdf(response.rawPayload);
  expect(read.isMarked).toBe(true);
  expect(read.info).toMatchObject({ Title: 'Tax summary 2025–26', Language: 'en-AU' });
  expect(rowsOf(read)).toEqual([
    // 3.50 + 12.40 + 20.00, less 5.00 and 9.00.
    ['Interest earned', '$35.90'],
    ['Tax withheld', '$14.00'],
    ['You received', '$21.90'],
    ['Account holder', `${account.holder.firstName} Example`],
    ['Account number', account.accountNumber],
    ['Financial year', '01/07/25 to 30/06/26'],
    ['Month', 'Interest earned', 'Tax withheld', 'You received'],
    ['December 2025', '$3.50', '$0.00', '$3.50'],
    ['April 2026', '$12.40', '$5.00', '$7.40'],
    ['June 2026', '$20.00', '$9.00', '$11.00'],
  ]);
});

it('the tax summary is in the requested language', async () => {
  await givenMonth('2026-07-01', 20_00n);
  const read = await readPdf((await open(2025, 'zhCN')).rawPayload);
  expect(read.info).toMatchObject({ Title: '2025–26 财政年度税务摘要', Language: 'zh-CN' });
  expect(rowsOf(read)).toContainEqual(['2026年6月', '$20.00', '$0.00', '$20.00']);
});

it('the tax summary can be fetched once with its ticket', async () => {
  await givenMonth('2026-07-01', 20_00n);
  const ticket = await givenTicket(...ask(2025));
  expect((await postTicket(test, getTaxSummary.path, ticket)).statusCode).toBe(200);
  expect((await postTicket(test, getTaxSummary.path, ticket)).json()).toMatchObject({ error: ['410'] });
});

it('the tax summary is available once the year has ended and its last interest is posted', async () => {
  await givenMonth('2026-05-01', 12_40n);
  const refusal = async (startYear: unknown) => (await askForTicket(...ask(startYear))).json<object>();
  test.ctx.setBusinessTime('2026-06-30T13:59:59Z');
  expect(await refusal(2025)).toMatchObject({ error: ['404'], field: 'startYear' });
  // Midnight in Melbourne: the interest of June is to be posted at 00:05.
  test.ctx.setBusinessTime('2026-06-30T14:00:00Z');
  const { tenantId } = account.brand;
  await test.ctx.asOwner(
    `INSERT INTO due_work (tenant_id, job, key, clock, planned_at, due_at, not_before, is_recurring)
     SELECT $1, 'interest.post', 'night', 'business', at, at, at, true
       FROM (VALUES (timestamptz '2026-06-30T14:05:00Z')) AS planned (at)`,
    [tenantId],
  );
  expect(await refusal(2025)).toMatchObject({ error: ['404'], field: 'startYear' });
  await test.ctx.asOwner(
    `UPDATE due_work SET due_at = '2026-07-01T14:05:00Z', planned_at = '2026-07-01T14:05:00Z'
      WHERE tenant_id = $1 AND job = 'interest.post'`,
    [tenantId],
  );
  expect((await open(2025)).statusCode).toBe(200);
  // A year without interest has no summary, and neither has an invalid year.
  expect(await refusal(2024)).toMatchObject({ error: ['404'] });
  for (const wrong of [1999, 3000, 2025.5, '2025', null]) {
    expect(await refusal(wrong)).toMatchObject({ error: ['20010'], field: 'startYear' });
  }
});

it('the tax summary is available to the primary holder only', async () => {
  await givenMonth('2026-07-01', 20_00n);
  const nominee = await givenHolder(test.ctx, { brand: account.brand });
  await givenCard(test.ctx, { account, holder: nominee });
  const login = await givenWebAccount(test.ctx, { holder: nominee, account, extension: '01' });
  const own = (await givenSession(test.ctx, { webAccount: login })).headers;
  expect((await askForTicket(...ask(2025, own))).json()).toMatchObject({ error: ['10000'], field: 'accountNumber' });
  const card = await givenCard(test.ctx, { account, holder: account.holder });
  const byCard = (await givenSession(test.ctx, { card }, 'card')).headers;
  expect((await askForTicket(...ask(2025, byCard))).statusCode).toBe(403);
});
