import { scheduleCalendar } from '@wattle/contract/schedules/calendar.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { askForTicket, givenTicket, postTicket } from '../../../test-support/files/downloads.ts';
import type { TestProduct } from '../../../test-support/factories.ts';
import { runDue } from '../../../test-support/schedules.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import {
  billBody,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
} from '../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx, { bpay: true, externalTransfers: true, paymentLimit: 1_000_00 });
});
beforeEach(async () => {
  // Friday 20 November 2026, 13:00 in Melbourne.
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(test.ctx, product, 100_00n);
});
afterAll(() => test.close());

const account = () => payer.card.account;
const plan = async (given: object) => {
  const made = await postMoney(test, 'transfer/external', payer.headers, externalBody(account(), given));
  expect(made.statusCode).toBe(200);
  return made.json<{ ReceiptNumber: string }>().ReceiptNumber;
};
const asked = (receiptNumber: string, language?: string) =>
  [
    test,
    payer.headers,
    scheduleCalendar.name,
    { accountNumber: account().accountNumber, receiptNumber },
    language,
  ] as const;

/** The file, and its lines as a calendar reads them. */
async function calendarOf(receipt: string, language?: string) {
  const ticket = await givenTicket(...asked(receipt, language));
  const response = await postTicket(test, 'download/scheduleCalendar', ticket);
  expect(response.statusCode).toBe(200);
  const lines = response.body.replaceAll('\r\n ', '').split('\r\n');
  const all = (name: string) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
  return { response, all, days: all('DTSTART;VALUE=DATE:'), ids: all('UID:') };
}

async function refusal(receipt: string, headers = payer.headers) {
  const [, , kind, parameters] = asked(receipt);
  const { error, field } = (await askForTicket(test, headers, kind, parameters)).json<{
    error: string[];
    field: string;
  }>();
  return [error[0], field];
}

it('a regular payment has a day for each payment, moved from weekends and holidays', async () => {
  // The 25th of December (Friday) and the 28th (Monday) are holidays.
  const receipt = await plan({ PaymentFrequency: 3, StartDate: '2026-12-25', NoOfPayments: 3 });
  const { response, days, ids, all } = await calendarOf(receipt);
  expect(response.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="payments-${receipt}.ics"`,
  });
  expect(days).toEqual(['20261229', '20270125', '20270225']);
  expect(new Set(ids).size).toBe(3);
  expect(all('SUMMARY:')).toEqual(Array(3).fill('Payment to Jordan Blake'));
  expect(all('DTSTAMP:')).toEqual(Array(3).fill('20261120T020000Z'));
});

it('a payment on one later day has one day', async () => {
  // A Saturday.
  const receipt = await plan({ PaymentFrequency: 21, FutureDate: '2026-12-05' });
  expect((await calendarOf(receipt)).days).toEqual(['20261207']);
});

it('a payment until it is stopped has the days of 12 months', async () => {
  const receipt = await plan({ PaymentFrequency: 3, StartDate: '2026-12-08' });
  const { days } = await calendarOf(receipt);
  expect(days).toHaveLength(13);
  expect([days[0], days.at(-1)]).toEqual(['20261208', '20271208']);
});

it('what has been paid is left out, and what comes keeps its event', async () => {
  const receipt = await plan({ PaymentFrequency: 1, StartDate: '2026-11-24', NoOfPayments: 3, Amount: 5 });
  const before = await calendarOf(receipt);
  // Tuesday at 06:00 in Melbourne.
  test.ctx.setBusinessTime('2026-11-23T19:00:00Z');
  await runDue(test.ctx, product.brand.tenantId);
  const after = await calendarOf(receipt);
  expect(before.days).toEqual(['20261124', '20261201', '20261208']);
  expect(after.days).toEqual(['20261201', '20261208']);
  expect(after.ids).toEqual(before.ids.slice(1));
});

it('a calendar has neither amounts nor numbers of accounts, and is in the language of the page', async () => {
  const receipt = await plan({ PaymentFrequency: 21, FutureDate: '2026-12-08', Amount: 12.34 });
  const { response, all } = await calendarOf(receipt, 'zhCN');
  expect(all('SUMMARY:')).toEqual(['向Jordan Blake付款']);
  for (const secret of ['12.34', '44172208', account().accountNumber]) expect(response.body).not.toContain(secret);
  const bill = { scheduleBPayWhen: 21, futureDate: '2026-12-08' } as const;
  const paid = await postMoney(test, 'bPay/processBPayRequest', payer.headers, billBody(account(), bill));
  const file = await calendarOf(paid.json<{ BPayReceipt: string }>().BPayReceipt);
  expect(file.all('UID:')).toHaveLength(1);
  expect(file.response.body).not.toContain('87348538');
});

it('a payment that was deleted, or is not scheduled, has no days', async () => {
  const receipt = await plan({ PaymentFrequency: 21, FutureDate: '2026-12-08' });
  const { accountNumber } = account();
  const list = await getApi(test, `schedulePayments?accountNumber=${accountNumber}`, payer.headers);
  const [{ id }] = list.json<{ transferPayments: [{ id: string }] }>().transferPayments;
  await postApi(test, 'schedulePayments/delete', payer.headers, { scheduledPaymentId: id, accountNumber });
  expect(await refusal(receipt)).toEqual(['404', 'receiptNumber']);
  expect(await refusal(await plan({}))).toEqual(['404', 'receiptNumber']);
  expect(await refusal('263240009999')).toEqual(['404', 'receiptNumber']);
});

it('a calendar is refused to others, and its ticket is good once', async () => {
  const receipt = await plan({ PaymentFrequency: 21, FutureDate: '2026-12-08' });
  const other = await givenPayer(test.ctx, product, 0n);
  expect(await refusal(receipt, other.headers)).toEqual(['10000', 'accountNumber']);
  const ticket = await givenTicket(...asked(receipt));
  expect((await postTicket(test, 'download/scheduleCalendar', ticket)).statusCode).toBe(200);
  expect((await postTicket(test, 'download/scheduleCalendar', ticket)).json()).toMatchObject({ error: ['410'] });
});
