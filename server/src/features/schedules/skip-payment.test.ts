import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import type { TestProduct } from '../../../test-support/factories.ts';
import { runDue, runsOf, schedulesOf } from '../../../test-support/schedules.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import {
  balanceOf,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
let payee: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx, { bpay: true, externalTransfers: true, paymentLimit: 1_000_00 });
});
beforeEach(async () => {
  // Friday 20 November 2026, 13:00 in Melbourne.
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(test.ctx, product, 100_00n);
  payee = await givenPayer(test.ctx, product, 0n);
});
afterAll(() => test.close());

const account = () => payer.card.account;
const schedule = (given: object) =>
  postMoney(test, 'transfer/internal', payer.headers, transferBody(account(), payee.card.account, given));
const weekly = (NoOfPayments?: number) => schedule({ PaymentFrequency: 1, StartDate: '2026-11-23', NoOfPayments });
const run = async (melbourne: string) => {
  test.ctx.setBusinessTime(
    Temporal.PlainDateTime.from(melbourne).toZonedDateTime('Australia/Melbourne').toInstant().toString(),
  );
  await runDue(test.ctx, product.brand.tenantId);
};
const listed = async () =>
  (await getApi(test, `schedulePayments?accountNumber=${account().accountNumber}`, payer.headers)).json()
    .transferPayments;
const skip = async (plannedDate: string, headers = payer.headers) => {
  const id = (await schedulesOf(test.ctx, account()))[0]?.id;
  const body = { scheduledPaymentId: id, accountNumber: account().accountNumber, plannedDate };
  return outcomeOf(await postApi(test, 'schedulePayments/skip', headers, body));
};
const runs = async () => (await runsOf(test.ctx, account())).map(({ planned_day, state }) => [planned_day, state]);

it('leaves out the next payment alone, however often it is asked for', async () => {
  await weekly();
  expect([await skip('2026-11-23'), await skip('2026-11-23')]).toEqual(['ok', 'ok']);
  expect(await listed()).toMatchObject([{ nextDate: '2026-11-30', runs: [{ state: 'Skipped', receiptNumber: null }] }]);
  await run('2026-11-23T06:00');
  expect(await balanceOf(test.ctx, payee.card.account)).toBe(0n);
  await run('2026-11-30T06:00');
  expect(await balanceOf(test.ctx, payee.card.account)).toBe(1_00n);
  expect(await runs()).toEqual([
    ['2026-11-23', 'Skipped'],
    ['2026-11-30', 'Paid'],
  ]);
});

it('is refused for a payment that was made, one that is not the next, and a payment on one day', async () => {
  await weekly();
  expect(await skip('2026-11-30')).toEqual(['404', 'scheduledPaymentId']);
  await run('2026-11-23T06:00');
  expect(await skip('2026-11-23')).toEqual(['20318', 'scheduledPaymentId']);
  expect((await listed())[0].nextDate).toBe('2026-11-30');
  payer = await givenPayer(test.ctx, product, 100_00n);
  await schedule({ PaymentFrequency: 21, FutureDate: '2026-12-01' });
  expect(await skip('2026-12-01')).toEqual(['404', 'scheduledPaymentId']);
});

it('ends a payment whose last one is left out', async () => {
  await weekly(1);
  expect(await skip('2026-11-23')).toBe('ok');
  expect((await schedulesOf(test.ctx, account()))[0]).toMatchObject({ state: 'Completed' });
  await run('2026-11-23T06:00');
  expect(await balanceOf(test.ctx, payee.card.account)).toBe(0n);
  expect(await listed()).toEqual([]);
});

it('leaves out a payment that is tried once more that day, and counts no failure', async () => {
  await schedule({ PaymentFrequency: 1, StartDate: '2026-11-23', Amount: 500 });
  await run('2026-11-23T06:00');
  expect(await runs()).toEqual([['2026-11-23', 'Retry']]);
  expect(await skip('2026-11-23')).toBe('ok');
  await run('2026-11-23T15:30');
  expect(await runs()).toEqual([['2026-11-23', 'Skipped']]);
  expect((await schedulesOf(test.ctx, account()))[0]).toMatchObject({ state: 'Active', failures: 0 });
});
