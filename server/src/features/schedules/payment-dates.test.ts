import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import type { TestProduct } from '../../../test-support/factories.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { runDue, schedulesOf } from '../../../test-support/schedules.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import {
  balanceOf,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx, { bpay: true, externalTransfers: true, scamHoldAmount: 300_00 });
});
beforeEach(async () => {
  // Friday 20 November 2026, 13:00 in Melbourne.
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(test.ctx, product, 1_000_00n);
});
afterAll(() => test.close());

const at = (melbourne: string) =>
  test.ctx.setBusinessTime(
    Temporal.PlainDateTime.from(melbourne).toZonedDateTime('Australia/Melbourne').toInstant().toString(),
  );
const ask = async (body: object) => (await postApi(test, 'transfer/getPaymentDates', payer.headers, body)).json();
const days = async (body: object) => {
  const { Payments } = (await ask(body)) as {
    Payments: { PlannedDate: string; PaymentDate: string; ArrivalDate: string }[];
  };
  return Payments.map(({ PlannedDate, PaymentDate, ArrivalDate }) => [PlannedDate, PaymentDate, ArrivalDate]);
};

describe('a payment made now', () => {
  // Thursday 26 November 2026 and the days after it; Christmas falls on a Friday and is made up for on Monday 28.
  it.each([
    ['external', '2026-11-26T15:59', '2026-11-27'],
    ['external', '2026-11-26T16:00', '2026-11-30'],
    ['external', '2026-11-27T12:00', '2026-11-30'],
    ['external', '2026-11-28T12:00', '2026-12-01'],
    ['external', '2026-12-24T17:00', '2026-12-30'],
    ['bpay', '2026-11-26T16:59', '2026-11-26'],
    ['bpay', '2026-11-26T17:00', '2026-11-27'],
    ['bpay', '2026-11-28T09:00', '2026-11-30'],
    ['internal', '2026-11-28T23:00', '2026-11-28'],
  ])('by %s at %s arrives on %s', async (Method, moment, day) => {
    at(moment);
    const today = moment.slice(0, 10);
    expect(await ask({ Method })).toEqual({
      IsStraightAway: Method === 'internal',
      Rail: Method === 'internal' ? null : 'file',
      OtherwiseArrives: null,
      Payments: [{ PlannedDate: today, PaymentDate: today, ArrivalDate: day }],
      Last: { PlannedDate: today, PaymentDate: today, ArrivalDate: day },
    });
  });

  // Saturday 28 November is on a weekend; Thursday's cut-off for other banks is at 16:00.
  it.each([
    ['external', '2026-11-26T15:59', ['2026-11-26', '2026-11-26', '2026-11-27']],
    ['external', '2026-11-26T16:00', ['2026-11-26', '2026-11-27', '2026-11-30']],
    ['external', '2026-11-28T05:44', ['2026-11-28', '2026-11-30', '2026-12-01']],
    ['bpay', '2026-11-28T05:44', ['2026-11-28', '2026-11-30', '2026-11-30']],
    ['internal', '2026-11-28T05:44', ['2026-11-28', '2026-11-28', '2026-11-28']],
  ])('by %s that is held until %s leaves and arrives by the end of its hold', async (Method, end, day) => {
    at('2026-11-25T10:00');
    const HeldUntil = Temporal.PlainDateTime.from(end).toZonedDateTime('Australia/Melbourne').toInstant().toString();
    expect(await days({ Method, HeldUntil })).toEqual([day]);
  });

  it.each(['2026-99-99T99:99:99Z', '9999-12-31T00:00:00Z'])('is refused for a hold until %s', async (HeldUntil) => {
    expect(await ask({ Method: 'external', HeldUntil })).toMatchObject({ error: ['20247'], field: 'HeldUntil' });
  });
});

describe('a payment of a later day', () => {
  it('is made on the business day after a weekend or a holiday', async () => {
    expect(await days({ Method: 'external', PaymentFrequency: 21, FutureDate: '2026-12-26' })).toEqual([
      ['2026-12-26', '2026-12-29', '2026-12-30'],
    ]);
    expect(await days({ Method: 'internal', PaymentFrequency: 21, FutureDate: '2026-12-26' })).toEqual([
      ['2026-12-26', '2026-12-26', '2026-12-26'],
    ]);
  });

  it('has its next three days where it is regular, as many as there are', async () => {
    const fortnightly = { Method: 'bpay', PaymentFrequency: 2, StartDate: '2026-11-27' };
    expect(await days(fortnightly)).toEqual([
      ['2026-11-27', '2026-11-27', '2026-11-27'],
      ['2026-12-11', '2026-12-11', '2026-12-11'],
      ['2026-12-25', '2026-12-29', '2026-12-29'],
    ]);
    expect(await days({ ...fortnightly, NoOfPayments: 2 })).toHaveLength(2);
    expect(await ask(fortnightly)).toMatchObject({ Last: null });
    // The fifth one falls on Friday 22 January, the third on Christmas Day.
    const last = { PlannedDate: '2027-01-22', PaymentDate: '2027-01-22', ArrivalDate: '2027-01-22' };
    expect(await ask({ ...fortnightly, NoOfPayments: 5 })).toMatchObject({ Last: last });
    const moved = { PlannedDate: '2026-12-25', PaymentDate: '2026-12-29', ArrivalDate: '2026-12-29' };
    expect(await ask({ ...fortnightly, EndDate: '2027-01-07' })).toMatchObject({ Last: moved });
  });

  it('is refused for a day that is over', async () => {
    expect(await ask({ Method: 'bpay', PaymentFrequency: 21, FutureDate: '2026-11-20' })).toMatchObject({
      error: ['20247'],
      field: 'FutureDate',
    });
  });
});

const external = (given: object) =>
  postMoney(test, 'transfer/external', payer.headers, externalBody(payer.card.account, given));
const listed = async () =>
  (await getApi(test, `schedulePayments?accountNumber=${payer.card.account.accountNumber}`, payer.headers)).json()
    .transferPayments;

describe('a regular payment until it is stopped', () => {
  it('is made, listed with the days of the next 30, and goes on', async () => {
    const payee = await givenPayer(test.ctx, product, 0n);
    const made = await postMoney(
      test,
      'transfer/internal',
      payer.headers,
      transferBody(payer.card.account, payee.card.account, { PaymentFrequency: 1, StartDate: '2026-11-21' }),
    );
    expect(outcomeOf(made)).toBe('ok');
    expect(await listed()).toMatchObject([
      {
        endDate: null,
        noOfPayments: null,
        paymentsLeft: null,
        comingPayments: ['2026-11-21', '2026-11-28', '2026-12-05', '2026-12-12', '2026-12-19'].map((day) => ({
          plannedDate: day,
          paymentDate: day,
        })),
      },
    ]);
    for (const day of ['2026-11-21', '2026-11-28', '2026-12-05']) {
      at(`${day}T06:00`);
      await runDue(test.ctx, product.brand.tenantId);
    }
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(3_00n);
    expect((await schedulesOf(test.ctx, payer.card.account))[0]).toMatchObject({ state: 'Active' });
  });

  it('is listed by the days to which weekends and holidays move it', async () => {
    at('2026-12-04T10:00');
    expect(outcomeOf(await external({ PaymentFrequency: 1, StartDate: '2026-12-12' }))).toBe('ok');
    // Saturdays 12, 19 and 26 December; 2 January is made on Monday the 4th, after the 30 days.
    expect((await listed())[0].comingPayments).toEqual([
      { plannedDate: '2026-12-12', paymentDate: '2026-12-14' },
      { plannedDate: '2026-12-19', paymentDate: '2026-12-21' },
      { plannedDate: '2026-12-26', paymentDate: '2026-12-29' },
    ]);
  });

  it('lists three payments where they are further apart', async () => {
    at('2026-12-04T10:00');
    expect(outcomeOf(await external({ PaymentFrequency: 3, StartDate: '2026-12-07' }))).toBe('ok');
    expect((await listed())[0].comingPayments.map((one: { paymentDate: string }) => one.paymentDate)).toEqual([
      '2026-12-07',
      '2027-01-07',
      '2027-02-08',
    ]);
  });
});

it('a held payment is not what a payee was paid last, and its purpose is remembered once it is paid', async () => {
  const payees = async () =>
    (await postApi(test, 'transfer/getPayees', payer.headers, { PayeeType: 3 })).json().Payees as object[];
  await external({ Amount: 10, Purpose: 1, IsNewPayee: true });
  expect(await payees()).toMatchObject([{ LastPaidAmount: 10, LastPurpose: 1, PaidThisYear: 10 }]);
  test.ctx.setBusinessTime('2026-11-20T03:00:00Z');
  await external({ Amount: 350, Purpose: 2 });
  expect(await payees()).toMatchObject([{ LastPaidAmount: 10, LastPurpose: 1, PaidThisYear: 10 }]);
  test.ctx.setBusinessTime('2026-11-21T04:00:00Z');
  await runDue(test.ctx, product.brand.tenantId);
  expect(await payees()).toMatchObject([{ LastPaidAmount: 350, LastPurpose: 2, PaidThisYear: 360 }]);
});
