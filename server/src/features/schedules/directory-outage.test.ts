import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { runDue, runsOf, schedulesOf } from '../../../test-support/schedules.ts';
import {
  balanceOf,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
} from '../../../test-support/transfers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('a schedule is postponed while the BSB directory is unavailable, without counting a failure', async () => {
  test.ctx.setBusinessTime(TEST_START);
  const product = await givenTransferProduct(test.ctx, { externalTransfers: true });
  const payer = await givenPayer(test.ctx, product, 100_00n);
  const { account } = payer.card;
  const body = externalBody(account, { PaymentFrequency: 21, FutureDate: '2026-11-23' });
  expect((await postMoney(test, 'transfer/external', payer.headers, body)).statusCode).toBe(200);
  const setDirectory = (status: string) =>
    test.ctx.asOwner("UPDATE bsb_branch SET status = $1 WHERE bsb = '000101'", [status]);
  const run = async (instant: string) => {
    test.ctx.setBusinessTime(instant);
    await runDue(test.ctx, product.brand.tenantId);
  };
  // 06:00 in Melbourne on Monday 23 November.
  await setDirectory('away');
  await run('2026-11-22T19:00:00Z');
  expect(await runsOf(test.ctx, account)).toEqual([]);
  expect(await schedulesOf(test.ctx, account)).toMatchObject([
    { state: 'Active', next_day: '2026-11-23', due: '2026-11-23 06:10', failures: 0 },
  ]);
  await setDirectory('open');
  await run('2026-11-22T19:10:00Z');
  expect(await runsOf(test.ctx, account)).toMatchObject([{ planned_day: '2026-11-23', state: 'Paid' }]);
  expect(await balanceOf(test.ctx, account)).toBe(90_00n);
});
