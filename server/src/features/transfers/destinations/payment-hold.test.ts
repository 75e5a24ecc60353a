import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenCard, type TestProduct } from '../../../../test-support/factories.ts';
import { outcomeOf } from '../../../../test-support/payees.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import {
  billBody,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';

type User = Awaited<ReturnType<typeof givenPayer>>;

let test: TestApp;
let product: TestProduct;
let payer: User;
let payee: User;
beforeAll(async () => {
  test = await givenApp();
  const settings = { bpay: true, externalTransfers: true, paymentLimit: 2_000_00, scamHoldAmount: 300_00 };
  product = await givenTransferProduct(test.ctx, settings);
});
beforeEach(async () => {
  // Friday 20 November 2026, 13:00 in Melbourne.
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(test.ctx, product, 3_000_00n);
  payee = await givenPayer(test.ctx, product, 0n);
});
afterAll(() => test.close());

const UNTIL = '2026-11-21T02:00:00.000Z';
const FREE = (NewPayeesTotal: number) => ({ HeldUntil: null, NewPayeesTotal });
const HELD = (NewPayeesTotal: number) => ({ HeldUntil: UNTIL, NewPayeesTotal });
const ask = (to: object, Amount: number, from = payer) =>
  postApi(test, 'transfer/getPaymentHold', from.headers, {
    MemberNumber: payer.card.account.accountNumber,
    DestinationBSB: null,
    Amount,
    ...to,
  });
const holdOf = async (to: object, amount: number, from = payer) => (await ask(to, amount, from)).json<object>();
const within = (to: Pick<User['card'], 'account'> = payee.card) => ({
  Method: 'internal',
  DestinationAccountNumber: to.account.accountNumber,
});
const BANK = { Method: 'external', DestinationBSB: '000101', DestinationAccountNumber: '1234 5678' };
const BILL = { Method: 'bpay', DestinationBSB: '23796', DestinationAccountNumber: '8734 8538' };
/** Hold of a payment that is made. */
const paid = async (path: string, body: object) => {
  const answer = await postMoney(test, path, payer.headers, body);
  const { HeldUntil, NewPayeesTotal } = answer.json<{ HeldUntil: string | null; NewPayeesTotal?: number }>();
  return { HeldUntil, ...(NewPayeesTotal === undefined ? {} : { NewPayeesTotal }) };
};

it.each([
  ['an account at another bank', () => BANK],
  ['a bill', () => BILL],
  ['an account of the brand', () => within()],
])('a first payment to %s is predicted from the amount of the product on', async (_what, to) => {
  expect(await holdOf(to(), 300)).toEqual(FREE(300));
  expect(await holdOf(to(), 300.01)).toEqual(HELD(300.01));
});

it('is what the payment then says, with all that was ordered on that day', async () => {
  const { account } = payer.card;
  expect(await paid('transfer/internal', transferBody(account, payee.card.account, { Amount: 200 }))).toEqual({
    HeldUntil: null,
  });
  expect(await holdOf(BANK, 100)).toEqual(FREE(300));
  expect(await holdOf(BANK, 101)).toEqual(HELD(301));
  expect(await paid('transfer/external', externalBody(account, { Amount: 101 }))).toEqual(HELD(301));
  expect(await holdOf(BILL, 20)).toEqual(HELD(321));
  expect(await paid('bPay/processBPayRequest', billBody(account, { amount: 20 }))).toEqual(HELD(321));
});

it('asking orders nothing', async () => {
  await holdOf(BANK, 400);
  expect(await holdOf(BANK, 300)).toEqual(FREE(300));
});

it('who was first paid a day before is not held', async () => {
  await paid('transfer/internal', transferBody(payer.card.account, payee.card.account, { Amount: 1 }));
  test.ctx.setBusinessTime('2026-11-21T02:00:01Z');
  expect(await holdOf(within(), 900)).toEqual(FREE(900));
});

it('an account of one’s own is not held, but where a nominee pays from the shared account', async () => {
  const travel = await givenCard(test.ctx, { brand: product.brand, product, holder: payer.holder });
  expect(await holdOf(within(travel), 900)).toEqual(FREE(900));
  const nominee = await givenPayer(test.ctx, product, 0n);
  await givenCard(test.ctx, { account: payer.card.account, holder: nominee.holder, product });
  expect(await holdOf(within(nominee.card), 900, nominee)).toEqual(HELD(900));
});

it('a product without the amount holds nothing', async () => {
  const free = await givenTransferProduct(test.ctx, { paymentLimit: 1_000_00, scamHoldAmount: null });
  payer = await givenPayer(test.ctx, free, 2_000_00n);
  payee = await givenPayer(test.ctx, free, 0n);
  expect(await holdOf(within(), 900)).toEqual(FREE(900));
});

it('another person’s account is refused', async () => {
  const stranger = await givenPayer(test.ctx, product, 0n);
  expect(outcomeOf(await ask(BANK, 900, stranger))).toEqual(['10000', 'MemberNumber']);
});
