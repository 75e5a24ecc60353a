import { getStatementDetails } from '@wattle/contract/statements/statements.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenTicket, postTicket } from '../../../test-support/files/downloads.ts';
import {
  givenAccount,
  givenCard,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestAccount,
} from '../../../test-support/factories.ts';
import { readPdf, rowsOf } from '../../../test-support/files/read-pdf.ts';
import { givenRow } from '../../../test-support/statements.ts';
import { makeStatements } from './public.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  account = await givenAccount(test.ctx);
  const product = await givenProduct(test.ctx, { brand: account.brand, settings: { statements: true } });
  await givenCard(test.ctx, { account, product });
  await test.ctx.asOwner('UPDATE holder SET statement_frequency = 1 WHERE id = $1', [account.holder.id]);
});
afterAll(() => test.close());

type Stored = { readonly id: string; readonly first_day: string; readonly last_day: string };

/** Statements made by a moment, oldest first. */
async function madeBy(at: string): Promise<Stored[]> {
  while (await makeStatements(test.ctx, account.brand.tenantId, Date.parse(at), 50)) {
    // Until nothing is due.
  }
  return test.ctx.asOwner<Stored>(
    `SELECT id, first_day::text, last_day::text FROM statement WHERE member_account_id = $1 ORDER BY first_day`,
    [account.id],
  );
}

it.each([
  // 10:00 on 12 September in Melbourne.
  ['the day of its first card', '2026-09-12T00:00:00Z', '2026-09-12'],
  // 00:30 on 13 September in Melbourne.
  ['that day in the zone of the programme', '2026-09-12T14:30:00Z', '2026-09-13'],
  ['its first row, where that came before the card', '2026-09-30T00:00:00Z', '2026-09-15'],
  ['the period, of an account that was opened before', '2026-07-01T00:00:00Z', '2026-09-01'],
])('the first statement starts with %s', async (_, createdAt, firstDay) => {
  await test.ctx.asOwner('UPDATE card SET created_at = $2 WHERE member_account_id = $1', [account.id, createdAt]);
  await givenRow(test.ctx, account, { kind: 'topUp', amount: 10_00n, at: '2026-09-15T02:00:00Z' });
  expect(await madeBy('2026-10-01T02:00:00Z')).toMatchObject([{ first_day: firstDay, last_day: '2026-09-30' }]);
});

it('a fee of 1 July belongs to one tax year on any statement', async () => {
  const post = (row: Parameters<typeof givenRow>[2]) => givenRow(test.ctx, account, row);
  await post({ kind: 'topUp', amount: 100_00n, at: '2026-06-01T02:00:00Z' });
  await post({ kind: 'fee', amount: -3_00n, at: '2026-06-20T02:00:00Z' });
  // 00:02 on 1 July in Melbourne, before the interest of June.
  await post({ kind: 'fee', amount: -2_00n, at: '2026-06-30T14:02:00Z' });
  await post({ kind: 'interest', amount: 20n, at: '2026-06-30T14:05:00Z', effectiveAt: '2026-06-30T13:59:00Z' });
  await post({ kind: 'fee', amount: -1_00n, at: '2026-07-20T02:00:00Z' });
  const statements = await madeBy('2026-08-01T02:00:00Z');
  const { headers } = await givenSession(test.ctx, { webAccount: await givenWebAccount(test.ctx, { account }) });
  const fees = await Promise.all(
    statements.map(async ({ id }) => {
      const asked = { accountNumber: account.accountNumber, statementId: id };
      const ticket = await givenTicket(test, headers, getStatementDetails.name, asked);
      const file = await postTicket(test, 'statement/getStatementDetails', ticket);
      return rowsOf(await readPdf(file.rawPayload)).find(([title]) => title === 'Fees');
    }),
  );
  // Fees of the period, and of the year: 3.00 in the year to June; 2.00 and 1.00 in the next.
  expect(fees).toEqual([
    ['Fees', '$5.00', '$3.00'],
    ['Fees', '$1.00', '$3.00'],
  ]);
});
