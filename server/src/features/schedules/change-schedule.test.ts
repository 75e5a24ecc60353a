import { changeScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenCard, givenProduct, type TestProduct } from '../../../test-support/factories.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenProof } from '../../../test-support/proofs.ts';
import { runDue, runsOf, schedulesOf, withPayments } from '../../../test-support/schedules.ts';
import { getApi, givenUser, postApi } from '../../../test-support/signed-in.ts';
import {
  balanceOf,
  billBody,
  externalBody,
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
  product = await givenTransferProduct(test.ctx, { bpay: true, externalTransfers: true, paymentLimit: 3_000_00 });
});
beforeEach(async () => {
  // Friday 20 November 2026, 13:00 in Melbourne.
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(test.ctx, product, 1_000_00n);
  payee = await givenPayer(test.ctx, product, 0n);
});
afterAll(() => test.close());

const account = () => payer.card.account;
const schedule = (given: object) =>
  postMoney(test, 'transfer/internal', payer.headers, transferBody(account(), payee.card.account, given));
const weekly = (given: object = {}) => schedule({ PaymentFrequency: 1, StartDate: '2026-11-23', ...given });
const at = (melbourne: string) =>
  test.ctx.setBusinessTime(
    Temporal.PlainDateTime.from(melbourne).toZonedDateTime('Australia/Melbourne').toInstant().toString(),
  );
const run = async (melbourne: string) => {
  at(melbourne);
  await runDue(test.ctx, product.brand.tenantId);
};
const listed = async (who = payer) => {
  const answer = await getApi(test, `schedulePayments?accountNumber=${account().accountNumber}`, who.headers);
  return [...answer.json().transferPayments, ...answer.json().bpayPayments];
};
const idOf = async () => (await schedulesOf(test.ctx, account())).at(-1)?.id ?? '';
const bodyOf = (scheduledPaymentId: string, given: object = {}) => ({
  scheduledPaymentId,
  accountNumber: account().accountNumber,
  plannedDate: '2026-11-23',
  Amount: 2.5,
  PaymentFrequency: 1,
  StartDate: '2026-11-23',
  Description: 'Pocket money',
  ...given,
});
const change = async (given: object = {}, { headers } = payer, key?: string) =>
  postMoney(test, 'schedulePayments/change', headers, bodyOf(await idOf(), given), key);
const outcome = async (...given: Parameters<typeof change>) => outcomeOf(await change(...given));
const states = async () => (await schedulesOf(test.ctx, account())).map(({ state }) => state);
const GONE = ['404', 'scheduledPaymentId'];

describe('a change of a scheduled payment', () => {
  it('takes its place from the next payment on, with what was paid before', async () => {
    await weekly();
    await run('2026-11-23T06:00');
    const before = await listed();
    const answer = await change({
      plannedDate: '2026-11-30',
      PaymentFrequency: 3,
      StartDate: '2026-12-04',
      NoOfPayments: 2,
    });
    expect(outcomeOf(answer)).toBe('ok');
    expect(await states()).toEqual(['Deleted', 'Active']);
    const [now, ...others] = await listed();
    expect([now.id, now.receiptNumber]).toEqual([answer.json().scheduledPaymentId, answer.json().receiptNumber]);
    expect(now).toMatchObject({
      amount: 2.5,
      frequency: 3,
      nextDate: '2026-12-04',
      paymentsLeft: 2,
      description: 'Pocket money',
      accountName: before[0].accountName,
      recipientDescription: before[0].recipientDescription,
      runs: before[0].runs,
    });
    expect([others, now.runs.length, now.id === before[0].id]).toEqual([[], 1, false]);
    await run('2026-11-30T06:00');
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(1_00n);
    await run('2026-12-04T06:00');
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(3_50n);
  });

  it('is made of a payment on one day, and of a regular one', async () => {
    await schedule({ PaymentFrequency: 21, FutureDate: '2026-11-27' });
    const once = { plannedDate: '2026-11-27', PaymentFrequency: 21, StartDate: null, FutureDate: '2026-11-24' };
    expect(await outcome(once)).toBe('ok');
    expect(await outcome({ plannedDate: '2026-11-24', StartDate: '2026-11-25' })).toBe('ok');
    expect(await listed()).toMatchObject([{ frequency: 1, nextDate: '2026-11-25', amount: 2.5 }]);
    await run('2026-11-27T06:00');
    expect((await runsOf(test.ctx, account())).map(({ planned_day }) => planned_day)).toEqual(['2026-11-25']);
  });

  it('keeps the last day of the month where a short one moves it forward', async () => {
    await schedule({ PaymentFrequency: 3, StartDate: '2027-01-31' });
    await run('2027-01-31T06:00');
    const monthly = { plannedDate: '2027-02-28', PaymentFrequency: 3, StartDate: '2027-02-28' };
    expect(await outcome(monthly)).toBe('ok');
    const [kept] = await listed();
    expect([kept.startDate, kept.monthDay]).toEqual(['2027-02-28', 31]);
    await run('2027-02-28T06:00');
    expect((await listed())[0].nextDate).toBe('2027-03-31');
    expect(await outcome({ ...monthly, plannedDate: '2027-03-31', StartDate: '2027-03-28' })).toBe('ok');
    expect((await listed())[0]).toMatchObject({ monthDay: null, nextDate: '2027-03-28' });
    const shown = { Method: 'internal', PaymentFrequency: 3, StartDate: '2027-04-30', MonthDay: 31 };
    const { Payments } = (await postApi(test, 'transfer/getPaymentDates', payer.headers, shown)).json();
    expect(Payments.map((one: { PlannedDate: string }) => one.PlannedDate)).toEqual([
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ]);
  });

  it('tells its payer, and the desk sees that it was changed', async () => {
    await weekly();
    await change();
    const { Notifications } = (await getApi(test, 'notifications?language=enAU', payer.headers)).json();
    expect(Notifications).toMatchObject([{ Kind: 'scheduleChanged', Amount: -2.5, Name: 'Ruby Taylor' }]);
    const [line] = await test.ctx.asOwner<{ outcome: string; details: { schedule: string } }>(
      `SELECT outcome, details FROM audit_log WHERE action = 'schedule.change' AND actor = $1`,
      [`web:${payer.webAccount.id}`],
    );
    expect([line?.outcome, line?.details.schedule]).toEqual(['ok', (await schedulesOf(test.ctx, account()))[0]?.id]);
  });

  it('happens once for one key, and not for another body under it', async () => {
    await weekly();
    const id = await idOf();
    const send = (given: object) =>
      postMoney(test, 'schedulePayments/change', payer.headers, bodyOf(id, given), 'one-change');
    const [first, second] = [await send({}), await send({})];
    expect([outcomeOf(first), second.json()]).toEqual(['ok', first.json()]);
    expect(outcomeOf(await send({ Amount: 3 }))[0]).toBe('409');
    expect(await states()).toEqual(['Deleted', 'Active']);
  });
});

describe('what is changed at the same time', () => {
  it('is changed by one of two changes', async () => {
    await weekly();
    const id = await idOf();
    const send = (Amount: number) => postMoney(test, 'schedulePayments/change', payer.headers, bodyOf(id, { Amount }));
    const answers = await Promise.all([send(3), send(4), send(5)]);
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    expect(outcomes.filter((one) => one !== 'ok')).toEqual([GONE, GONE]);
    expect((await states()).toSorted()).toEqual(['Active', 'Deleted']);
  });

  it('is not paid as it was where due work had taken it up', async () => {
    await weekly();
    const { payments, ...ctx } = test.ctx;
    at('2026-11-23T06:00');
    const changing = withPayments({ ...ctx, payments }, async (payment) => {
      // The change is committed after due work has read what is due.
      at('2026-11-22T23:59');
      expect(await outcome({ StartDate: '2026-11-24' })).toBe('ok');
      at('2026-11-23T06:00');
      return payments.submit(payment);
    });
    await runDue(changing, product.brand.tenantId);
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(0n);
    await run('2026-11-24T06:00');
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(2_50n);
  });

  it('is refused on the day of the next payment, and after it', async () => {
    await weekly();
    at('2026-11-23T05:59');
    expect(await outcome({ StartDate: '2026-11-24' })).toEqual(['20247', 'plannedDate']);
    await run('2026-11-23T06:00');
    expect(await outcome({ StartDate: '2026-11-24' })).toEqual(['20318', 'scheduledPaymentId']);
    expect(await states()).toEqual(['Active']);
  });
});

describe('a change is refused', () => {
  it.each([
    ['now', { PaymentFrequency: 20, StartDate: null }, ['20247', 'PaymentFrequency']],
    ['from today', { StartDate: '2026-11-20' }, ['20247', 'StartDate']],
    ['every second week within the brand', { PaymentFrequency: 2 }, ['20247', 'PaymentFrequency']],
    ['with an end before it begins', { EndDate: '2026-11-22' }, ['20247', 'EndDate']],
    ['above the daily limit', { Amount: 3000.01 }, ['20242', 'Amount']],
    ['without an amount', { Amount: undefined }, ['20010', 'Amount']],
    ['of another payment than the next', { plannedDate: '2026-11-30' }, GONE],
  ])('%s', async (_, given, refused) => {
    await weekly();
    expect(await outcome(given)).toEqual(refused);
    expect((await listed())[0]).toMatchObject({ amount: 1, nextDate: '2026-11-23' });
  });

  it('once it has ended, was stopped, is held or waits for its payer', async () => {
    for (const [column, value] of [
      ['state', 'Completed'],
      ['state', 'Cancelled'],
      ['state', 'Deleted'],
      ['hold_id', '1'],
      ['waits_since', TEST_START],
    ]) {
      await weekly();
      await test.ctx.asOwner(`UPDATE schedule SET ${column} = $2 WHERE id = $1`, [await idOf(), value]);
      expect([column, value, await outcome()]).toEqual([column, value, GONE]);
    }
  });

  it('after the next payment was left out, for that payment', async () => {
    await weekly();
    const body = { scheduledPaymentId: await idOf(), accountNumber: account().accountNumber };
    await postApi(test, 'schedulePayments/skip', payer.headers, { ...body, plannedDate: '2026-11-23' });
    expect(await outcome()).toEqual(GONE);
    expect(await outcome({ plannedDate: '2026-11-30', StartDate: '2026-11-30' })).toBe('ok');
    expect((await listed())[0].runs).toMatchObject([{ plannedDate: '2026-11-23', state: 'Skipped' }]);
  });

  it.each([
    ['a closed branch', { DestinationAccountBsb: '000-198' }, ['20235', 'scheduledPaymentId']],
    ['a directory that is away', { DestinationAccountBsb: '000-199' }, ['32209', 'scheduledPaymentId']],
    ['a name that may not be paid', { DestinationAccountName: 'Blocked Person' }, ['20241', 'scheduledPaymentId']],
    ['a biller that is gone', { billerCode: '11111' }, ['20227', 'scheduledPaymentId']],
  ])('for %s', async (_, stored, refused) => {
    const later = { PaymentFrequency: 1, StartDate: '2026-11-23' } as const;
    const isBill = 'billerCode' in stored;
    await (isBill
      ? postMoney(test, 'bPay/processBPayRequest', payer.headers, billBody(account(), BILL))
      : postMoney(test, 'transfer/external', payer.headers, externalBody(account(), later)));
    await test.ctx.asOwner('UPDATE schedule SET body = body || $2 WHERE id = $1', [
      await idOf(),
      JSON.stringify(stored),
    ]);
    expect(await outcome()).toEqual(refused);
    expect(await states()).toEqual(['Active']);
  });

  it('for amounts that the biller or the purpose does not take', async () => {
    await postMoney(
      test,
      'bPay/processBPayRequest',
      payer.headers,
      billBody(account(), { ...BILL, billerCode: '70707', customerReference: '12345', amount: 25 }),
    );
    expect(await outcome({ Amount: 100.01 })).toEqual(['20229', 'Amount']);
    await postMoney(
      test,
      'transfer/external',
      payer.headers,
      externalBody(account(), { PaymentFrequency: 2, StartDate: '2026-11-23' }),
    );
    expect(await outcome({ Amount: 2000.01 })).toEqual(['20246', 'Amount']);
    expect(await outcome({ Amount: 12, PaymentFrequency: 2 })).toBe('ok');
  });

  it('from an account that was closed', async () => {
    await weekly();
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account().id]);
    expect(await outcome()).toEqual(['10000', 'accountNumber']);
  });

  it('for a payee that was reported, and from a card that may not pay', async () => {
    await weekly();
    await test.ctx.asOwner(
      `INSERT INTO blocked_payee (id, tenant_id, holder_id, made_by, destination, method, name, bsb, account_number,
                                  blocked_at)
       SELECT gen_random_uuid(), tenant_id, holder_id, made_by, destination, 'internal', '', '', '', now()
         FROM schedule WHERE id = $1`,
      [await idOf()],
    );
    expect(await outcome()).toEqual(['20340', 'scheduledPaymentId']);
    payer = await givenPayer(test.ctx, product, 1_000_00n);
    await weekly();
    await test.ctx.asOwner(`UPDATE card SET status = 'Lost' WHERE id = $1`, [payer.card.id]);
    expect(await outcome()).toEqual(['10001', 'accountNumber']);
  });
});

const BILL = { scheduleBPayWhen: 1, startDate: '2026-11-23' } as const;

describe('the proof of a change', () => {
  let asking: TestProduct;
  beforeEach(async () => {
    asking = await givenProduct(test.ctx, {
      brand: product.brand,
      settings: { internalTransfers: true, paymentLimit: null, stepUpAmount: 500_00, scamHoldAmount: 300_00 },
    });
    payer = await givenUser(test.ctx, { brand: product.brand, product: asking, balance: 1_000_00n });
    payee = await givenUser(test.ctx, { brand: product.brand, product: asking, balance: 0n });
    await givenProof(
      test.ctx,
      payer.card,
      proofOf('transferInternal', transferBody(account(), payee.card.account, WEEKLY)),
    );
    await weekly();
  });
  const WEEKLY = { PaymentFrequency: 1 as const, StartDate: '2026-11-23' };
  const proofOf = (kind: string, body: object) => paymentProof(kind, body as Record<string, unknown>);
  const agree = async (given: object = {}) => {
    const body = changeScheduledPayment.body.parse(bodyOf(await idOf(), given));
    await givenProof(test.ctx, payer.card, proofOf('changeScheduledPayment', body));
  };

  it('is asked for, is of this change alone, and is used up', async () => {
    expect((await change()).statusCode).toBe(428);
    await agree({ Amount: 2 });
    expect((await change()).statusCode).toBe(428);
    expect((await listed())[0].amount).toBe(1);
    await agree();
    expect(await outcome()).toBe('ok');
    expect((await listed())[0].amount).toBe(2.5);
    expect((await change()).statusCode).toBe(428);
  });

  it('is not asked for between accounts of the payer', async () => {
    const own = await givenCard(test.ctx, { brand: product.brand, product: asking, holder: payer.holder });
    const transfer = transferBody(account(), own.account, WEEKLY);
    expect(outcomeOf(await postMoney(test, 'transfer/internal', payer.headers, transfer))).toBe('ok');
    expect(await outcome()).toBe('ok');
  });

  it('lets no more leave to a new payee within a day than a new schedule would', async () => {
    const more = { Amount: 350, StartDate: '2026-11-21' };
    await agree(more);
    expect(await outcome(more)).toBe('ok');
    await run('2026-11-21T06:00');
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(0n);
    await run('2026-11-21T13:00');
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(350_00n);
  });
});
