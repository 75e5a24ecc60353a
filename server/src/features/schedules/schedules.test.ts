import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenCard, givenSession, type TestProduct } from '../../../test-support/factories.ts';
import { postCents } from '../../../test-support/ledger/ledger-money.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { runDue, runsOf, schedulesOf, withPayments } from '../../../test-support/schedules.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import { testEveryCell } from '../../../test-support/state-matrix.ts';
import {
  balanceOf,
  billBody,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../test-support/transfers.ts';
import { SCHEDULE, SCHEDULE_STATES, type ScheduleState } from './schedule.states.domain.ts';

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
const inside = (given: object = {}, key?: string) =>
  postMoney(test, 'transfer/internal', payer.headers, transferBody(account(), payee.card.account, given), key);
const outside = (given: object = {}) =>
  postMoney(test, 'transfer/external', payer.headers, externalBody(account(), given));
const bill = (given: object = {}) =>
  postMoney(test, 'bPay/processBPayRequest', payer.headers, billBody(account(), given));
const at = (melbourne: string) =>
  test.ctx.setBusinessTime(
    Temporal.PlainDateTime.from(melbourne).toZonedDateTime('Australia/Melbourne').toInstant().toString(),
  );
const run = async (melbourne: string) => {
  at(melbourne);
  await runDue(test.ctx, product.brand.tenantId);
};
const later = (FutureDate: string) => ({ PaymentFrequency: 21 as const, FutureDate });
const weekly = (StartDate: string, NoOfPayments: number) => ({ PaymentFrequency: 1 as const, StartDate, NoOfPayments });
const monthly = (StartDate: string, EndDate: string) => ({ PaymentFrequency: 3 as const, StartDate, EndDate });
const balances = async () => [await balanceOf(test.ctx, account()), await balanceOf(test.ctx, payee.card.account)];
const list = async (headers = payer.headers) =>
  (await getApi(test, `schedulePayments?accountNumber=${account().accountNumber}`, headers)).json();
const remove = (scheduledPaymentId: string, headers = payer.headers) =>
  postApi(test, 'schedulePayments/delete', headers, { scheduledPaymentId, accountNumber: account().accountNumber });
const [STATE, DUE] = ['state', 'due'] as const;
const states = async () => (await schedulesOf(test.ctx, account())).map((one) => [one[STATE], one[DUE]]);

it('refuses a scheduled payment when the brand has switched them off, and accepts an immediate one', async () => {
  const turn = (to: boolean) =>
    test.ctx.asOwner("UPDATE brand SET settings = jsonb_set(settings, '{Features,scheduledPayments}', $1)", [`${to}`]);
  await turn(false);
  const refused = ['10001', 'MemberNumber'];
  expect(outcomeOf(await inside(later('2026-11-23')))).toEqual(refused);
  expect(outcomeOf(await outside(weekly('2026-11-23', 2)))).toEqual(refused);
  const onMonday = { scheduleBPayWhen: 21, futureDate: '2026-11-23' } as const;
  expect(outcomeOf(await bill(onMonday))).toEqual(['10001', 'accountNumber']);
  expect(outcomeOf(await inside())).toBe('ok');
  await turn(true);
});

describe('a payment scheduled for later', () => {
  it('moves no money when it is scheduled, and the full amount at 06:00 on its day', async () => {
    const made = await inside({ ...later('2026-11-22'), Amount: 12.5 });
    expect(made.json()).toEqual({
      ReceiptNumber: expect.stringMatching(/^26324\d{7,}$/) as string,
      TransactionDate: '2026-11-20T02:00:00.000Z',
      HeldUntil: null,
    });
    expect(await balances()).toEqual([100_00n, 0n]);
    await run('2026-11-22T05:59');
    expect(await balances()).toEqual([100_00n, 0n]);
    await run('2026-11-22T06:00');
    expect(await balances()).toEqual([87_50n, 12_50n]);
    expect(await states()).toEqual([['Completed', null]]);
    await run('2026-11-23T06:00');
    expect(await balances()).toEqual([87_50n, 12_50n]);
  });

  it('is scheduled once when its key is sent twice', async () => {
    const [one, two] = [await inside(later('2026-11-22'), 'k'), await inside(later('2026-11-22'), 'k')];
    expect(two.json()).toEqual(one.json());
    expect(await states()).toHaveLength(1);
  });

  it('leaves on the next business day when it is a bill or goes to another bank', async () => {
    await outside(later('2026-12-25'));
    await bill({ scheduleBPayWhen: 21, futureDate: '2026-11-22' });
    // 25 and 28 December are holidays in both states; the 26th and 27th a weekend.
    expect(await states()).toEqual([
      ['Active', '2026-12-29 06:00'],
      ['Active', '2026-11-23 06:00'],
    ]);
    await run('2026-11-23T06:00');
    await run('2026-12-29T06:00');
    expect(await balanceOf(test.ctx, account())).toBe(80_00n);
    const outs = await test.ctx.asOwner(
      `SELECT method, value_date::text FROM payment_out WHERE member_account_id = $1 ORDER BY value_date`,
      [account().id],
    );
    expect(outs).toEqual([
      { method: 'bpay', value_date: '2026-11-23' },
      { method: 'external', value_date: '2026-12-29' },
    ]);
  });
});

describe('a regular payment', () => {
  it('for the 31st is made on the last day of a shorter month, and also on its end date', async () => {
    expect(outcomeOf(await inside(monthly('2027-01-31', '2027-03-31')))).toBe('ok');
    for (const day of ['2027-01-31', '2027-02-28', '2027-03-31']) await run(`${day}T06:00`);
    expect((await runsOf(test.ctx, account())).map(({ planned_day, state }) => [planned_day, state])).toEqual([
      ['2027-01-31', 'Paid'],
      ['2027-02-28', 'Paid'],
      ['2027-03-31', 'Paid'],
    ]);
    expect(await balances()).toEqual([97_00n, 3_00n]);
    expect(await states()).toEqual([['Completed', null]]);
  });

  it('ends after its number of payments', async () => {
    await inside(weekly('2026-11-27', 2));
    for (const day of ['2026-11-27', '2026-12-04', '2026-12-11']) await run(`${day}T06:00`);
    expect(await balances()).toEqual([98_00n, 2_00n]);
  });

  it('compares its end date with the planned day, not with the business day it moves to', async () => {
    // A payment planned for Friday 25 December and made on the 29th is within an end date of the 25th.
    const made = await outside({ PaymentFrequency: 1 as const, StartDate: '2026-12-18', EndDate: '2026-12-25' });
    expect(outcomeOf(made)).toBe('ok');
    await run('2026-12-18T06:00');
    await run('2026-12-29T06:00');
    expect(await balanceOf(test.ctx, account())).toBe(80_00n);
  });
});

describe('a scheduled payment without enough money', () => {
  it('is retried at 15:30 and succeeds if there is money by then', async () => {
    await inside({ ...later('2026-11-23'), Amount: 100.01 });
    await run('2026-11-23T06:00');
    expect(await states()).toEqual([['Active', '2026-11-23 15:30']]);
    await run('2026-11-23T15:29');
    await postCents(test.ctx, account(), 1n);
    await run('2026-11-23T15:30');
    expect(await balances()).toEqual([0n, 100_01n]);
    expect(await runsOf(test.ctx, account())).toEqual([{ planned_day: '2026-11-23', state: 'Paid', error: null }]);
  });

  it('fails after the second attempt with a notice of the available balance, and the schedule continues', async () => {
    await inside({ ...weekly('2026-11-23', 4), Amount: 100.01 });
    await run('2026-11-23T06:00');
    await run('2026-11-23T15:30');
    expect((await schedulesOf(test.ctx, account()))[0]).toMatchObject({ due: '2026-11-30 06:00', failures: 1 });
    const [shown] = (await list()).transferPayments;
    expect(shown).toMatchObject({
      nextDate: '2026-11-30',
      paymentsLeft: 3,
      state: 'Active',
      runs: [
        {
          plannedDate: '2026-11-23',
          triedAt: '2026-11-23T04:30:00.000Z',
          state: 'Failed',
          errorCode: '20240',
          available: 100,
          receiptNumber: null,
        },
      ],
    });
    const notices = await test.ctx.asOwner(
      `SELECT template FROM outbox_message WHERE holder_id = $1 AND template LIKE 'schedule%'`,
      [payer.holder.id],
    );
    expect(notices).toEqual([{ template: 'scheduleFailed' }]);
  });

  it('cancels its schedule after three failures in a row, counted again from each success', async () => {
    await inside({ ...weekly('2026-11-23', 9), Amount: 100.01 });
    const fail = async (day: string) => {
      await run(`${day}T06:00`);
      await run(`${day}T15:30`);
    };
    await fail('2026-11-23');
    await fail('2026-11-30');
    await postCents(test.ctx, account(), 1n);
    await run('2026-12-07T06:00');
    await fail('2026-12-14');
    await fail('2026-12-21');
    expect((await states())[0]?.[0]).toBe('Active');
    await fail('2026-12-28');
    expect((await schedulesOf(test.ctx, account()))[0]).toMatchObject({ state: 'Cancelled', failures: 3 });
    await run('2027-01-04T06:00');
    expect(await balances()).toEqual([0n, 100_01n]);
    expect((await list()).transferPayments[0]).toMatchObject({ state: 'Cancelled', nextDate: null, paymentsLeft: 0 });
  });
});

describe('a scheduled payment refused for another reason than the balance', () => {
  it('fails without a retry', async () => {
    await inside({ ...later('2026-11-23'), Amount: 60 });
    await inside({ ...later('2026-11-23'), Amount: 30 });
    await test.ctx.asOwner('UPDATE member_account SET payment_limit = 8000 WHERE id = $1', [account().id]);
    await run('2026-11-23T06:00');
    // By age: the daily limit is used by the oldest first.
    expect(await runsOf(test.ctx, account())).toEqual([
      { planned_day: '2026-11-23', state: 'Paid', error: null },
      { planned_day: '2026-11-23', state: 'Failed', error: 'daily_limit_reached' },
    ]);
    expect(await balances()).toEqual([40_00n, 60_00n]);
    // A single payment has ended, and is listed until it is deleted.
    const [failed] = (await list()).transferPayments;
    expect(failed).toMatchObject({ state: 'Completed', amount: 30, runs: [{ errorCode: '20242' }] });
    await remove(failed.id);
    expect((await list()).transferPayments).toEqual([]);
  });
});

describe('an outage of the server', () => {
  it('counts as no failure, and the payment is made once the outage is over', async () => {
    await inside(later('2026-11-23'));
    at('2026-11-23T06:00');
    const down = withPayments(test.ctx, () => Promise.reject(new Error('the database is away')));
    await runDue(down, product.brand.tenantId);
    expect(await runsOf(test.ctx, account())).toEqual([]);
    expect(await states()).toEqual([['Active', '2026-11-23 06:10']]);
    await run('2026-11-23T06:10');
    expect(await balances()).toEqual([99_00n, 1_00n]);
  });

  it('of several days makes each payment of the last 3 business days once, and older ones wait for the payer', async () => {
    // Mondays: 23 and 30 November, 7 December.
    await inside(weekly('2026-11-23', 3));
    await run('2026-12-03T09:00');
    expect((await runsOf(test.ctx, account())).map(({ planned_day, state }) => [planned_day, state])).toEqual([
      ['2026-11-23', 'Missed'],
      ['2026-11-30', 'Paid'],
    ]);
    expect((await schedulesOf(test.ctx, account()))[0]).toMatchObject({ state: 'Active', failures: 0 });
    expect(await balances()).toEqual([99_00n, 1_00n]);
  });
});

describe('several servers with the same due work', () => {
  it('make each scheduled payment once', async () => {
    for (let n = 0; n < 10; n += 1) await inside(later('2026-11-23'));
    at('2026-11-23T06:00');
    await Promise.all([1, 2, 3].map(() => runDue(test.ctx, product.brand.tenantId, { atOnce: 7 })));
    expect(await balances()).toEqual([90_00n, 10_00n]);
    expect(await runsOf(test.ctx, account())).toHaveLength(10);
  });
});

describe('a replaced card', () => {
  it.each(['Ordered', 'Active'])('whose successor is %s does not end the schedule', async (status) => {
    await inside(later('2026-11-23'));
    await test.ctx.asOwner("UPDATE card SET status = 'Replaced' WHERE id = $1", [payer.card.id]);
    const next = await givenCard(test.ctx, { account: account(), holder: payer.holder, product, status });
    await test.ctx.asOwner('UPDATE card SET replaces_id = $2 WHERE id = $1', [next.id, payer.card.id]);
    await run('2026-11-23T06:00');
    expect(await balances()).toEqual([99_00n, 1_00n]);
    expect((await runsOf(test.ctx, account()))[0]?.state).toBe('Paid');
  });

  it('still shows its scheduled payments to its card-only person, who can delete them', async () => {
    const { headers } = await givenSession(test.ctx, { card: payer.card });
    await postMoney(
      test,
      'transfer/internal',
      headers,
      transferBody(account(), payee.card.account, later('2026-11-23')),
    );
    const next = await givenCard(test.ctx, { account: account(), holder: payer.holder, product });
    const after = await givenSession(test.ctx, { card: next });
    const [shown] = (await list(after.headers)).transferPayments;
    expect((await remove(shown.id, after.headers)).statusCode).toBe(200);
    expect((await list(after.headers)).transferPayments).toEqual([]);
  });
});

describe('the list of scheduled payments', () => {
  it('returns transfers and bills separately, with all fields that the payer entered', async () => {
    await inside({ ...weekly('2026-11-27', 5), Amount: 60, Description: 'Pocket money' });
    await outside({ PaymentFrequency: 2, StartDate: '2026-11-26', EndDate: '2027-06-25', Amount: 310, Purpose: 1 });
    await bill({ scheduleBPayWhen: 3, startDate: '2026-12-01', noOfPayments: 2, amount: 186.2 });
    const { transferPayments, bpayPayments } = await list();
    expect(transferPayments).toEqual([
      expect.objectContaining({
        transferType: 3,
        transferTypeDescription: 'Transfer to another bank',
        frequency: 2,
        startDate: '2026-11-26',
        endDate: '2027-06-25',
        noOfPayments: null,
        paymentsLeft: 16,
        nextDate: '2026-11-26',
        nextPaymentDate: '2026-11-26',
        state: 'Active',
        amount: 310,
        accountName: 'Jordan Blake',
        bsb: '000101',
        accountNumber: '44172208',
        purpose: 1,
        recipientDescription: 'Bond, Wilson St',
        runs: [],
      }),
      expect.objectContaining({
        transferType: 2,
        frequency: 1,
        noOfPayments: 5,
        bsb: null,
        description: 'Pocket money',
      }),
    ]);
    expect(bpayPayments).toEqual([
      expect.objectContaining({
        transferType: 1,
        accountName: 'Harbour Electricity',
        bsb: '23796',
        accountNumber: '87348538',
        nextPaymentDate: '2026-12-01',
      }),
    ]);
    const cards = (await getApi(test, 'card/cards', payer.headers)).json();
    expect(cards.cards[0].CardDetails.ScheduledPaymentCount).toBe(3);
  });

  it('is refused for an account of somebody else, and empty for a nominee', async () => {
    await inside(later('2026-11-23'));
    const own = (await list()).transferPayments[0].id;
    const other = await givenPayer(test.ctx, product);
    expect((await list(other.headers)).error).toEqual(['10000']);
    const nominee = await givenCard(test.ctx, { account: account(), holder: payee.holder, product });
    const { headers } = await givenSession(test.ctx, { card: nominee });
    expect((await list(headers)).transferPayments).toEqual([]);
    for (const stranger of [other.headers, headers]) {
      expect(outcomeOf(await remove(own, stranger))).toEqual(['404', 'scheduledPaymentId']);
    }
    expect((await list()).transferPayments).toHaveLength(1);
  });
});

describe('a schedule', () => {
  it('is accepted with the last permitted date and number of payments', async () => {
    expect(outcomeOf(await inside(later('2026-11-21')))).toBe('ok');
    expect(outcomeOf(await inside(later('2027-11-20')))).toBe('ok');
    expect(outcomeOf(await inside(monthly('2026-11-27', '2036-12-31')))).toBe('ok');
    expect(outcomeOf(await inside(weekly('2026-11-27', 999)))).toBe('ok');
    const variable = { billerCode: '99853', customerReference: '12', amount: 20 };
    expect(outcomeOf(await bill({ ...variable, scheduleBPayWhen: 21, futureDate: '2026-12-01' }))).toBe('ok');
  });
});

describe('a deleted schedule', () => {
  const given = async (state: ScheduleState): Promise<string> => {
    await inside(later('2026-11-23'));
    const id = (await schedulesOf(test.ctx, account()))[0]?.id ?? '';
    await test.ctx.asOwner('UPDATE schedule SET state = $2 WHERE id = $1', [id, state]);
    return id;
  };

  it('makes no payment', async () => {
    const id = await given('Active');
    expect((await remove(id)).statusCode).toBe(200);
    await run('2026-11-23T06:00');
    expect(await balances()).toEqual([100_00n, 0n]);
  });

  testEveryCell(SCHEDULE, SCHEDULE_STATES, {
    delete: {
      payer: async (state) => {
        const id = await given(state);
        const response = await remove(id);
        const [row] = await schedulesOf(test.ctx, account());
        const lines = await test.ctx.asOwner('SELECT 1 FROM audit_log WHERE object = $1', [`schedule:${id}`]);
        return {
          answer: response.statusCode === 200 ? 'ok' : String(outcomeOf(response)),
          after: row?.state as ScheduleState,
          lines: lines.length,
        };
      },
    },
  });
});
