import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../test-support/factories.ts';
import { give } from '../../../test-support/gift.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { givenReturnProof } from '../../../test-support/proofs.ts';
import { runDue, runsOf } from '../../../test-support/schedules.ts';
import { getApi, givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf, externalBody, postMoney, type ReturnBody, returnBody } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  const settings = { externalTransfers: true, paymentLimit: 500_00, scamHoldAmount: 300_00 };
  product = await givenProduct(test.ctx, { brand, settings });
});
// Friday 20 November 2026, 13:00 in Melbourne.
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

const UNTIL = '2026-11-21T02:00:00.000Z';
const account = () => payer.card.account;
const givenPayer = async (balance: bigint) => {
  payer = await givenUser(test.ctx, { brand: product.brand, product, balance });
};
/** With proof of identity. */
const giveBack = async (dollars: number, given: Partial<ReturnBody> = {}) => {
  await givenReturnProof(test.ctx, payer.card, dollars, given);
  return postMoney(test, 'card/returnfund', payer.headers, returnBody(payer.card, given));
};
const heldUntil = async (...given: Parameters<typeof giveBack>) =>
  (await giveBack(...given)).json<{ HeldUntil?: string | null }>().HeldUntil;
const run = async (instant: string) => {
  test.ctx.setBusinessTime(instant);
  await runDue(test.ctx, product.brand.tenantId);
};
const listed = async () =>
  (await getApi(test, `schedulePayments?accountNumber=${account().accountNumber}`, payer.headers)).json<{
    transferPayments: { id: string }[];
  }>().transferPayments;
const left = async () => {
  const [row] = await test.ctx.asOwner<{ held: string }>('SELECT held FROM ledger_account WHERE id = $1', [
    account().ledgerAccountId,
  ]);
  return [await balanceOf(test.ctx, account()), Number(row?.held)];
};
const out = () =>
  test.ctx.asOwner(
    'SELECT amount::int, is_return, value_date::text FROM payment_out WHERE member_account_id = $1 ORDER BY transfer_id',
    [account().id],
  );
const stop = async () => {
  const [held] = await listed();
  const body = { scheduledPaymentId: held?.id ?? '', accountNumber: account().accountNumber };
  return outcomeOf(await postApi(test, 'schedulePayments/delete', payer.headers, body));
};

describe('a return of more than the amount to a new account', () => {
  it('is held and shown for a day, and then leaves once, even after new deposits', async () => {
    await givenPayer(300_01n);
    const answer = await giveBack(300.01);
    expect(answer.json()).toMatchObject({ HeldUntil: UNTIL, Amount: 300.01 });
    expect(await left()).toEqual([300_01n, 300_01]);
    expect(await out()).toEqual([]);
    expect(await listed()).toMatchObject([
      {
        heldUntil: UNTIL,
        amount: 300.01,
        isReturnOfFunds: true,
        transferType: 3,
        frequency: 21,
        accountName: 'Amelia Chen',
        bsb: '000101',
        accountNumber: '61200447',
        purpose: null,
      },
    ]);
    // The card of the request is replaced meanwhile, and the balance is higher.
    await test.ctx.asOwner("UPDATE card SET expiry = '2035-01' WHERE id = $1", [payer.card.id]);
    const friend = await givenUser(test.ctx, { brand: product.brand, product, balance: 5_00n });
    await give(test.ctx, friend.card.account, account(), { cents: 5_00n });
    await run('2026-11-21T01:59:59Z');
    expect(await out()).toEqual([]);
    await run(UNTIL);
    await run('2026-11-23T02:00:00Z');
    // Saturday: it counts on Monday.
    expect(await out()).toEqual([{ amount: 300_01, is_return: true, value_date: '2026-11-23' }]);
    expect(await left()).toEqual([5_00n, 0]);
    expect(await listed()).toEqual([]);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('leaves straight away up to the amount', async () => {
    await givenPayer(300_00n);
    expect(await heldUntil(300)).toBeNull();
  });

  it('is not held when the account was paid a day before', async () => {
    await givenPayer(900_00n);
    const small = externalBody(account(), { DestinationAccountNumber: '61200447', Amount: 1 });
    expect(outcomeOf(await postMoney(test, 'transfer/external', payer.headers, small))).toBe('ok');
    test.ctx.setBusinessTime(UNTIL);
    expect(await heldUntil(899)).toBeNull();
  });

  it('counts together with payments to other new destinations', async () => {
    await givenPayer(400_00n);
    const first = externalBody(account(), { Amount: 200 });
    expect(outcomeOf(await postMoney(test, 'transfer/external', payer.headers, first))).toBe('ok');
    expect(await heldUntil(200)).toBe(UNTIL);
  });

  it('is refused a second time while the first one is held', async () => {
    await givenPayer(400_00n);
    await giveBack(400);
    expect(outcomeOf(await giveBack(400))).toEqual(['10001', 'SourceAccountNumber']);
  });

  it('is made once when two are sent concurrently', async () => {
    await givenPayer(400_00n);
    const both = await Promise.all([giveBack(400), giveBack(400)]);
    expect(both.map(outcomeOf).filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(await left()).toEqual([400_00n, 400_00]);
  });

  it('can be cancelled, which restores the money and no limit, since it used none', async () => {
    await givenPayer(400_00n);
    const small = externalBody(account(), { Amount: 100 });
    expect(outcomeOf(await postMoney(test, 'transfer/external', payer.headers, small))).toBe('ok');
    await giveBack(300);
    expect(await stop()).toBe('ok');
    expect(await left()).toEqual([300_00n, 0]);
    const counted = await test.ctx.asOwner<{ cents: string }>(
      "SELECT cents FROM payment_count WHERE member_account_id = $1 AND counter = 'dailyPayments'",
      [account().id],
    );
    expect(counted.map(({ cents }) => Number(cents))).toEqual([100_00]);
    await run('2026-11-22T02:00:00Z');
    expect(await out()).toHaveLength(1);
  });

  it('that is refused on release leaves the money with its payer, who sees the reason', async () => {
    await givenPayer(400_00n);
    await giveBack(400);
    await test.ctx.asOwner('UPDATE product SET settings = settings || \'{"returnFunds": false}\' WHERE id = $1', [
      product.id,
    ]);
    await run(UNTIL);
    await test.ctx.asOwner('UPDATE product SET settings = settings || \'{"returnFunds": true}\' WHERE id = $1', [
      product.id,
    ]);
    expect(await left()).toEqual([400_00n, 0]);
    expect(await runsOf(test.ctx, account())).toMatchObject([{ state: 'Failed', error: 'card_problem' }]);
  });
});
