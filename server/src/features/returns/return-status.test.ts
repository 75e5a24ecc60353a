import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { AGREED, setUp } from '../../../test-support/auto-topups.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { give } from '../../../test-support/gift.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../test-support/factories.ts';
import { holdCents } from '../../../test-support/ledger/ledger-money.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenReturnProof } from '../../../test-support/proofs.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf, externalBody, postMoney, returnBody } from '../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
type User = Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, {
    brand,
    settings: { externalTransfers: true, autoTopUp: true, paymentLimit: 500_00, scamHoldAmount: 150_00 },
  });
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

const DAY_MS = 86_400_000;
/** A user of another product of the same brand. */
const givenOther = async (settings: object) => {
  const other = await givenProduct(test.ctx, { brand: product.brand, settings });
  return givenUser(test.ctx, { brand: product.brand, product: other, balance: 200_00n });
};
const own = (sql: string, values: readonly unknown[]) => test.ctx.asOwner(sql, values);
const pay = async (user: User, dollars: number) => {
  const body = externalBody(user.card.account, { Amount: dollars });
  expect((await postMoney(test, 'transfer/external', user.headers, body)).json()).toHaveProperty('ReceiptNumber');
};
const status = async ({ card, headers }: User) => {
  const { SourceAccountNumber, MaskedCardNumber, ExpirationDate } = returnBody(card);
  const body = { SourceAccountNumber, MaskedCardNumber, ExpirationDate };
  return (await postApi(test, 'card/returnfundstatus', headers, body)).json();
};
const giveBack = async ({ card, headers }: User) => {
  await givenReturnProof(test.ctx, card, Number(await balanceOf(test.ctx, card.account)) / 100, {});
  return (await postMoney(test, 'card/returnfund', headers, returnBody(card))).json();
};
const debit = (state: string) => async (user: User) => {
  await setUp(test, user, AGREED);
  await own("UPDATE auto_topup SET state = 'Active' WHERE member_account_id = $1", [user.card.account.id]);
  await own(
    `INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, name, bsb, account_number, amount, state, fired_at)
     SELECT tenant_id, id, member_account_id, account_name, bsb, account_number, amount, $2, now()
       FROM auto_topup WHERE member_account_id = $1`,
    [user.card.account.id, state],
  );
};
/** Moves money to another account of the programme, or from it. */
const move = async (user: User, cents: bigint) => {
  const other = await givenUser(test.ctx, { brand: product.brand, product, balance: 500_00n });
  const [from, to] = cents < 0n ? [user, other] : [other, user];
  await give(test.ctx, from.card.account, to.card.account, { cents: cents < 0n ? -cents : cents });
};
const setCard = (set: string) => (user: User) => own(`UPDATE card SET ${set} WHERE id = $1`, [user.card.id]);
const nothing = async () => {};

/** Causes that prevent a return, with the code of both calls. Null: nothing does. */
const CAUSES: readonly (readonly [cause: string, code: string | null, make: (user: User) => Promise<unknown>])[] = [
  ['nothing', null, nothing],
  ['an empty balance', '20240', (user) => move(user, -200_00n)],
  [
    'a balance below zero',
    '20240',
    async (user) => {
      await sendNetwork(test, 'clearings', purchaseOf(user.card, { amount: 200_01 }));
    },
  ],
  ['a held purchase', '10001', (user) => sendNetwork(test, 'authorisations', purchaseOf(user.card, { amount: 1 }))],
  ['another hold', '10001', (user) => holdCents(test.ctx, user.card.account, 1n)],
  ['a payment of the account that is held for a day', '10001', (user) => pay(user, 151)],
  ['an earlier return that is held', '10001', giveBack],
  [
    'an earlier return that has left, after a deposit',
    '10001',
    async (user) => {
      await move(user, -60_00n);
      expect(await giveBack(user)).toMatchObject({ HeldUntil: null });
      await move(user, 5_00n);
    },
  ],
  ['an automatic top-up without its code', '10001', (user) => setUp(test, user, AGREED)],
  ['a debit that was made', '10001', debit('Made')],
  ['a debit that was sent', '10001', debit('Sent')],
  ['a debit that was collected', '10001', debit('Collected')],
  ['a debit that was credited', null, debit('Credited')],
  [
    'money of a card that came within a day',
    '20313',
    ({ card: { account, brand } }) =>
      own(
        `INSERT INTO card_money_mark (tenant_id, transfer_id, from_account_id, to_account_id, cents, until)
         VALUES ($1, $2, 1, $2, 100, $3)`,
        [brand.tenantId, account.id, new Date(Date.parse(TEST_START) + DAY_MS)],
      ),
  ],
  [
    'a password that was reset',
    '10001',
    ({ webAccount }) =>
      own('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [
        webAccount.id,
        new Date(test.ctx.clocks.security.now()),
      ]),
  ],
  [
    'another password that was reset more than a day ago',
    null,
    ({ webAccount }) =>
      own('UPDATE web_account SET password_reset_at = $2 WHERE id = $1', [
        webAccount.id,
        new Date(test.ctx.clocks.security.now() - DAY_MS),
      ]),
  ],
  ['a card that was lost', '10000', setCard("status = 'Lost'")],
  ['a card that is blocked', '10000', setCard("status = 'Restricted'")],
  ['a card that is turned off', null, setCard("status = 'ActiveOff'")],
  ['a card of another expiry', '10000', setCard("expiry = '2031-01'")],
  [
    'an account that is closed',
    '10000',
    ({ card }) => own('UPDATE member_account SET is_closed = true WHERE id = $1', [card.account.id]),
  ],
  [
    'a holder who is restricted',
    null,
    ({ holder }) => own('UPDATE holder SET is_kyc_restricted = true WHERE id = $1', [holder.id]),
  ],
];

it.each(CAUSES)('the status says what the call answers: %s, %s', async (_cause, code, make) => {
  const user = await givenUser(test.ctx, { brand: product.brand, product, balance: 200_00n });
  await make(user);
  const said = await status(user);
  const done = await giveBack(user);
  if (code === '10000') {
    expect([said.error, done.error]).toEqual([['10000'], ['10000']]);
    return;
  }
  expect([said.CanRequestFund, said.Refusal]).toEqual([code === null, code]);
  expect(done.error?.[0] ?? null).toBe(code);
});

it.each([
  ['returns of funds are off', { externalTransfers: true, returnFunds: false }, '10001'],
  ['payments to other banks are off', { externalTransfers: false, returnFunds: true }, null],
])('the status says what the call answers where %s', async (_, settings, code) => {
  const user = await givenOther(settings);
  const [said, done] = [await status(user), await giveBack(user)];
  expect([said.Refusal, done.error?.[0] ?? null]).toEqual([code, code]);
});
