import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenCard, type TestProduct } from '../../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { outcomeOf } from '../../../../test-support/payees.ts';
import { runDue, runsOf, schedulesOf } from '../../../../test-support/schedules.ts';
import { givenSecondServer } from '../../../../test-support/processes/second-server.ts';
import { getApi, postApi } from '../../../../test-support/signed-in.ts';
import {
  balanceOf,
  billBody,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';

type User = Awaited<ReturnType<typeof givenPayer>>;

let test: TestApp;
let product: TestProduct;
let payer: User;
let payee: User;
beforeAll(async () => {
  test = await givenApp();
  const settings = { bpay: true, externalTransfers: true, paymentLimit: 1_000_00, scamHoldAmount: 300_00 };
  product = await givenTransferProduct(test.ctx, settings);
});
beforeEach(async () => {
  // Friday 20 November 2026, 13:00 in Melbourne.
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(test.ctx, product, 2_000_00n);
  payee = await givenPayer(test.ctx, product, 0n);
});
afterAll(() => test.close());

const account = () => payer.card.account;
const UNTIL = '2026-11-21T02:00:00.000Z';
const pay = async (given: object = {}, to = payee) => {
  const answer = await postMoney(
    test,
    'transfer/internal',
    payer.headers,
    transferBody(account(), to.card.account, given),
  );
  return answer.json<{ HeldUntil: string | null; NewPayeesTotal?: number; ReceiptNumber: string }>();
};
const heldUntil = async (given: object, to = payee) => (await pay(given, to)).HeldUntil;
const run = async (instant: string) => {
  test.ctx.setBusinessTime(instant);
  await runDue(test.ctx, product.brand.tenantId);
};
const balances = async () => [await balanceOf(test.ctx, account()), await balanceOf(test.ctx, payee.card.account)];
const heldOnAccount = async () => {
  const [row] = await test.ctx.asOwner<{ held: string }>('SELECT held FROM ledger_account WHERE id = $1', [
    account().ledgerAccountId,
  ]);
  return Number(row?.held);
};
const list = async () => {
  const listed = await getApi(test, `schedulePayments?accountNumber=${account().accountNumber}`, payer.headers);
  const { transferPayments, bpayPayments } = listed.json();
  return [...transferPayments, ...bpayPayments] as { id: string; heldUntil: string | null; amount: number }[];
};
const stop = (scheduledPaymentId: string, headers = payer.headers) =>
  postApi(test, 'schedulePayments/delete', headers, { scheduledPaymentId, accountNumber: account().accountNumber });
const countedToday = async () => {
  const rows = await test.ctx.asOwner<{ counter: string; cents: string }>(
    "SELECT counter, cents FROM payment_count WHERE member_account_id = $1 AND counter NOT LIKE 'un%:%' ORDER BY counter",
    [account().id],
  );
  return Object.fromEntries(rows.map(({ counter, cents }) => [counter, Number(cents)]));
};

describe('a payment above the amount to a new destination', () => {
  it('is held and shown for a day, and then arrives once', async () => {
    const held = await pay({ Amount: 300.01 });
    expect(held).toMatchObject({ HeldUntil: UNTIL, NewPayeesTotal: 300.01 });
    expect(held.ReceiptNumber).toMatch(/^26324\d{7,}$/);
    expect(await balances()).toEqual([2_000_00n, 0n]);
    expect(await heldOnAccount()).toBe(300_01);
    expect(await list()).toMatchObject([{ heldUntil: UNTIL, amount: 300.01 }]);
    await run('2026-11-21T01:59:59Z');
    expect(await balances()).toEqual([2_000_00n, 0n]);
    await run(UNTIL);
    await run('2026-11-23T02:00:00Z');
    expect(await balances()).toEqual([1_699_99n, 300_01n]);
    expect(await heldOnAccount()).toBe(0);
    expect(await list()).toEqual([]);
    expect(await countedToday()).toEqual({ dailyPayments: 300_01 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('reserves its money, which no other payment can use', async () => {
    await pay({ Amount: 900 });
    await pay({ Amount: 900 });
    expect(await heldOnAccount()).toBe(900_00);
    const other = await givenPayer(test.ctx, product, 500_00n);
    payer = other;
    await pay({ Amount: 400 });
    const body = transferBody(account(), payee.card.account, { Amount: 101 });
    expect(outcomeOf(await postMoney(test, 'transfer/internal', payer.headers, body))).toEqual(['20240', 'Amount']);
  });

  it('counts all payments to new destinations, and none to destinations first paid a day before', async () => {
    const known = await givenPayer(test.ctx, product, 0n);
    expect(await heldUntil({ Amount: 1 }, known)).toBeNull();
    test.ctx.setBusinessTime('2026-11-21T02:00:00Z');
    expect(await heldUntil({ Amount: 200 })).toBeNull();
    expect(await heldUntil({ Amount: 500 }, known)).toBeNull();
    const third = await givenPayer(test.ctx, product, 0n);
    expect(await heldUntil({ Amount: 100 }, third)).toBeNull();
    // 200.00, 100.00 and this one.
    expect(await pay({ Amount: 0.01 }, third)).toMatchObject({
      HeldUntil: '2026-11-22T02:00:00.000Z',
      NewPayeesTotal: 300.01,
    });
    test.ctx.setBusinessTime('2026-11-22T02:00:00Z');
    expect(await heldUntil({ Amount: 500 }, third)).toBeNull();
  });

  it('counts what was paid on the day before the programme held anything', async () => {
    const settings = { paymentLimit: 1_000_00, scamHoldAmount: null };
    const free = await givenTransferProduct(test.ctx, settings);
    payer = await givenPayer(test.ctx, free, 2_000_00n);
    const [first, second] = [await givenPayer(test.ctx, free, 0n), await givenPayer(test.ctx, free, 0n)];
    expect(await heldUntil({ Amount: 200 }, first)).toBeNull();
    // Without the setting 300.00 applies.
    await test.ctx.asOwner("UPDATE product SET settings = settings - 'scamHoldAmount' WHERE id = $1", [free.id]);
    expect(await heldUntil({ Amount: 100.01 }, second)).toBe(UNTIL);
  });

  it('cannot avoid the hold when it is split into two concurrent payments', async () => {
    const other = await givenPayer(test.ctx, product, 0n);
    const both = await Promise.all([pay({ Amount: 200 }), pay({ Amount: 200 }, other)]);
    expect(both.filter(({ HeldUntil }) => HeldUntil === null)).toHaveLength(1);
    expect(await heldUntil({ Amount: 200 }, other)).toBe(UNTIL);
  });

  it('is held for other banks and billers too, and gets the cut-off of its release', async () => {
    const external = externalBody(account(), { Amount: 350 });
    const answer = await postMoney(test, 'transfer/external', payer.headers, external);
    expect(answer.json().HeldUntil).toBe(UNTIL);
    const bill = await postMoney(test, 'bPay/processBPayRequest', payer.headers, billBody(account(), { amount: 310 }));
    expect(bill.json().HeldUntil).toBe(UNTIL);
    await run(UNTIL);
    const out = await test.ctx.asOwner<{ method: string; value_date: string }>(
      'SELECT method, value_date::text FROM payment_out WHERE member_account_id = $1 ORDER BY method',
      [account().id],
    );
    // Saturday: the next business day is Monday.
    expect(out).toEqual([
      { method: 'bpay', value_date: '2026-11-23' },
      { method: 'external', value_date: '2026-11-23' },
    ]);
  });

  it('can be cancelled by its payer alone, which restores the money and the limits of the day', async () => {
    await postMoney(test, 'transfer/external', payer.headers, externalBody(account(), { Amount: 350 }));
    const [held] = await list();
    const id = held?.id ?? '';
    expect(outcomeOf(await stop(id, payee.headers))).toEqual(['404', 'scheduledPaymentId']);
    expect(await heldOnAccount()).toBe(350_00);
    expect(outcomeOf(await stop(id))).toBe('ok');
    expect(outcomeOf(await stop(id))).toBe('ok');
    expect(await heldOnAccount()).toBe(0);
    expect(await countedToday()).toEqual({ dailyPayments: 0, 'transferCategory 2': 0 });
    await run('2026-11-22T02:00:00Z');
    expect(await balances()).toEqual([2_000_00n, 0n]);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is held where a nominee pays it from the shared account to an account of their own', async () => {
    const nominee = await givenPayer(test.ctx, product, 500_00n);
    await givenCard(test.ctx, { account: account(), holder: nominee.holder, product });
    const own = await givenCard(test.ctx, { brand: product.brand, product, holder: nominee.holder });
    const send = async (from: typeof own.account, to: typeof own.account) =>
      (await postMoney(test, 'transfer/internal', nominee.headers, transferBody(from, to, { Amount: 350 }))).json();
    expect(await send(account(), own.account)).toMatchObject({ HeldUntil: UNTIL });
    expect(await send(nominee.card.account, own.account)).toMatchObject({ HeldUntil: null });
  });

  it('that was cancelled does not count towards the next hold', async () => {
    await pay({ Amount: 350 });
    const [held] = await list();
    expect(outcomeOf(await stop(held?.id ?? ''))).toBe('ok');
    expect(await heldUntil({ Amount: 300 })).toBeNull();
  });

  it('that was cancelled a day later restores the limit of the day on which it was counted', async () => {
    await pay({ Amount: 350 });
    test.ctx.setBusinessTime('2026-11-21T01:00:00Z');
    const [held] = await list();
    await pay({ Amount: 100 });
    expect(outcomeOf(await stop(held?.id ?? ''))).toBe('ok');
    const sums = await test.ctx.asOwner(
      "SELECT since::text, cents::int FROM payment_count WHERE member_account_id = $1 AND counter = 'dailyPayments' ORDER BY 1",
      [account().id],
    );
    expect(sums).toEqual([
      { since: '2026-11-20', cents: 0 },
      { since: '2026-11-21', cents: 100_00 },
    ]);
  });

  it('that was just paid can no longer be cancelled, and the payer gets that answer', async () => {
    await pay({ Amount: 350 });
    const [held] = await list();
    await run(UNTIL);
    expect(outcomeOf(await stop(held?.id ?? ''))).toEqual(['20318', 'scheduledPaymentId']);
    expect(await balances()).toEqual([1_650_00n, 350_00n]);
    expect(await schedulesOf(test.ctx, account())).toMatchObject([{ state: 'Completed' }]);
  });

  it('that is refused on release leaves the money with its payer, who sees the reason', async () => {
    await pay({ Amount: 350 });
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [payee.card.account.id]);
    await run(UNTIL);
    expect(await balances()).toEqual([2_000_00n, 0n]);
    expect(await heldOnAccount()).toBe(0);
    expect(await runsOf(test.ctx, account())).toMatchObject([{ state: 'Failed', error: 'required_field' }]);
    // Nothing was paid, so the destination is still new.
    await test.ctx.asOwner('UPDATE member_account SET is_closed = false WHERE id = $1', [payee.card.account.id]);
    expect(await heldUntil({ Amount: 300.01 })).not.toBeNull();
  });

  it('that the balance no longer covers leaves its destination new', async () => {
    await pay({ Amount: 350 });
    const cleared = purchaseOf(payer.card, { amount: 1_800_00 });
    await sendNetwork(test, 'clearings', cleared);
    await run(UNTIL);
    await run('2026-11-21T10:00:00Z');
    expect([await balances(), await heldOnAccount()]).toEqual([[200_00n, 0n], 0]);
    await sendNetwork(test, 'refunds', { ...cleared, reference: freshReference() });
    expect(await heldUntil({ Amount: 300.01 })).not.toBeNull();
  });
});

describe('a schedule for a new destination', () => {
  it('starts its hold when it is made', async () => {
    expect(await heldUntil({ Amount: 350, PaymentFrequency: 21, FutureDate: '2026-11-21' })).toBeNull();
    // 06:00 in Melbourne, 17 hours after it was made.
    await run('2026-11-20T19:00:00Z');
    expect(await heldOnAccount()).toBe(350_00);
    expect(await list()).toMatchObject([{ heldUntil: UNTIL }]);
    await run(UNTIL);
    expect(await balances()).toEqual([1_650_00n, 350_00n]);
  });

  it('for more than a day later is paid on its day', async () => {
    await pay({ Amount: 350, PaymentFrequency: 21, FutureDate: '2026-11-22' });
    await run('2026-11-21T19:00:00Z');
    expect(await balances()).toEqual([1_650_00n, 350_00n]);
  });

  it('notifies its maker when its payment is held, and keeps the moment at which it was made', async () => {
    await pay({ Amount: 350, PaymentFrequency: 21, FutureDate: '2026-11-21' });
    await run('2026-11-20T19:00:00Z');
    const made = await test.ctx.asOwner(
      'SELECT made_by, made_at, hold_id IS NOT NULL AS is_held FROM schedule WHERE member_account_id = $1 ORDER BY age',
      [account().id],
    );
    const order = { made_by: `web:${payer.webAccount.id}`, made_at: new Date('2026-11-20T02:00:00Z') };
    expect(made).toEqual([
      { ...order, is_held: false },
      { ...order, is_held: true },
    ]);
    const { Notifications } = (await getApi(test, 'notifications?language=enAU', payer.headers)).json();
    expect(Notifications).toMatchObject([{ Kind: 'heldPayment', Name: 'Ruby Taylor', Amount: -350 }]);
  });

  it('that is held counts on the day on which it was held, and gives that day back', async () => {
    // 16:00 on Saturday in Melbourne, for Sunday.
    test.ctx.setBusinessTime('2026-11-21T05:00:00Z');
    await pay({ Amount: 350, PaymentFrequency: 21, FutureDate: '2026-11-22' });
    await run('2026-11-21T19:00:00Z');
    const sums = () =>
      test.ctx.asOwner(
        "SELECT since::text, cents::int FROM payment_count WHERE member_account_id = $1 AND counter = 'dailyPayments'",
        [account().id],
      );
    expect(await sums()).toEqual([{ since: '2026-11-22', cents: 350_00 }]);
    const [held] = await list();
    expect(outcomeOf(await stop(held?.id ?? ''))).toBe('ok');
    expect(await sums()).toEqual([{ since: '2026-11-22', cents: 0 }]);
    // Its destination is new again, and nothing else counts.
    expect(await heldUntil({ Amount: 300 })).toBeNull();
  });
});

describe('schedules to new destinations', () => {
  const tomorrow = { PaymentFrequency: 21, FutureDate: '2026-11-21' } as const;
  const SIX = '2026-11-20T19:00:00Z';

  it('count together when they are made, however small each is', async () => {
    const third = await givenPayer(test.ctx, product, 0n);
    await pay({ Amount: 150, ...tomorrow });
    await pay({ Amount: 150, ...tomorrow });
    await pay({ Amount: 0.01, ...tomorrow }, third);
    await run(SIX);
    expect(await balances()).toEqual([1_700_00n, 300_00n]);
    expect(await heldOnAccount()).toBe(1);
    expect(await list()).toMatchObject([{ heldUntil: UNTIL, amount: 0.01 }]);
    await run(UNTIL);
    expect(await balanceOf(test.ctx, third.card.account)).toBe(1n);
  });

  it('count together with payments that are made at once, before them and after them', async () => {
    const third = await givenPayer(test.ctx, product, 0n);
    await pay({ Amount: 200 });
    await pay({ Amount: 200, ...tomorrow }, third);
    await run(SIX);
    expect(await balanceOf(test.ctx, third.card.account)).toBe(0n);
    expect(await heldOnAccount()).toBe(200_00);

    payer = await givenPayer(test.ctx, product, 2_000_00n);
    test.ctx.setBusinessTime(TEST_START);
    await pay({ Amount: 200, ...tomorrow });
    expect(await heldUntil({ Amount: 200 }, third)).toBe(UNTIL);
  });

  it('made at the same moment are decided again when they pay: the wait counts from when they were made', async () => {
    const third = await givenPayer(test.ctx, product, 0n);
    for (const to of [payee, third]) {
      await pay({ Amount: 300, ...tomorrow }, to);
      // Removes the holds, as if neither payment had been compared with the other.
      await test.ctx.asOwner('UPDATE schedule SET holds_until = NULL WHERE member_account_id = $1', [account().id]);
    }
    await run(SIX);
    const received = async () => [
      await balanceOf(test.ctx, payee.card.account),
      await balanceOf(test.ctx, third.card.account),
    ];
    expect(await received()).toEqual([300_00n, 0n]);
    expect(await list()).toMatchObject([{ heldUntil: UNTIL, amount: 300 }]);
    await run(UNTIL);
    expect(await received()).toEqual([300_00n, 300_00n]);
  });

  it('count no more once they are deleted, or when they are due more than a day later', async () => {
    const third = await givenPayer(test.ctx, product, 0n);
    await pay({ Amount: 300, ...tomorrow });
    const [planned] = await list();
    expect(outcomeOf(await stop(planned?.id ?? ''))).toBe('ok');
    await pay({ Amount: 300, PaymentFrequency: 21, FutureDate: '2026-11-22' });
    expect(await heldUntil({ Amount: 300 }, third)).toBeNull();
  });

  it('that are carried out at once by two servers pay no more than one alone', async () => {
    const second = await givenSecondServer(test.ctx);
    const third = await givenPayer(test.ctx, product, 0n);
    const other = await givenCard(test.ctx, {
      brand: product.brand,
      product,
      holder: payer.holder,
      balance: 1_000_00n,
    });
    await pay({ Amount: 300, ...tomorrow });
    const body = { ...transferBody(other.account, third.card.account, { Amount: 300 }), ...tomorrow };
    await postMoney(test, 'transfer/internal', payer.headers, body);
    await test.ctx.asOwner('UPDATE schedule SET holds_until = NULL WHERE made_by = $1', [`web:${payer.webAccount.id}`]);
    test.ctx.setBusinessTime(SIX);
    const { tenantId } = product.brand;
    await Promise.all([runDue(test.ctx, tenantId), runDue(second.ctx, tenantId)]);
    const received = [payee, third].map(({ card }) => balanceOf(test.ctx, card.account));
    expect((await Promise.all(received)).toSorted()).toEqual([0n, 300_00n]);
    await second.close();
  });
});

it('the desk lists held payments, and two people release one', async () => {
  const { ReceiptNumber } = await pay({ Amount: 350 });
  const { tenantId } = product.brand;
  const [first, second] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const { body } = await give(test, first, 'held-payments', { input: {} });
  expect(body.rows).toContainEqual({
    receipt: ReceiptNumber,
    account: account().accountNumber,
    by: 'internal',
    amount: '350.00',
    made: '2026-11-20T02:00:00.000Z',
    until: UNTIL,
    waitsFor: '',
  });
  const asked = await give(test, first, 'release-held', { input: { receipt: ReceiptNumber }, reason: 'payer called' });
  expect((await schedulesOf(test.ctx, account())).map(({ state }) => state)).toEqual(['Active']);
  await give(test, second, 'approve', { input: { request: asked.body.request?.id ?? '' } });
  await runDue(test.ctx, tenantId);
  expect(await balances()).toEqual([1_650_00n, 350_00n]);
});
