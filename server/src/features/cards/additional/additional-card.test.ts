import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import {
  type CardGiven,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../../test-support/factories.ts';
import { givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf, postMoney } from '../../../../test-support/transfers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function givenOwner(given: CardGiven & { isVerified?: boolean } = {}, settings: object = {}) {
  const product = await givenProduct(test.ctx, { settings: { additionalCards: true, ...settings } });
  const { isVerified = true, ...card } = given;
  const holder = await givenHolder(test.ctx, { brand: product.brand, isVerified });
  const user = await givenUser(test.ctx, { brand: product.brand, product, holder, ...card });
  return { ...user, product };
}

const order = (card: TestCard, headers: Headers) =>
  postMoney(test, 'card/orderAdditionalCard', headers, { memberNumber: card.account.accountNumber });
const ask = async (card: TestCard, headers: Headers, checkBalance = true) =>
  (
    await postApi(test, 'card/canOrderAdditionalCard', headers, {
      memberNumber: card.account.accountNumber,
      checkBalance,
    })
  ).json();

it('an ordered additional card is on its way, has a number of its own, and costs its fee', async () => {
  const { card, headers } = await givenOwner();
  expect(await ask(card, headers)).toEqual({
    IsValid: true,
    AdditionalCardFee: 9.95,
    CardCount: 1,
    MaximumCardCount: 4,
    // 7 business days after Friday 20 November.
    ArrivesBy: '2026-12-01',
  });
  expect((await order(card, headers)).json()).toEqual({ IsSuccessful: true });
  expect(await balanceOf(test.ctx, card.account)).toBe(9_005n);
  const rows = await test.ctx.asOwner(
    'SELECT status, expiry FROM card WHERE member_account_id = $1 AND id <> $2 AND pan_hash <> $3',
    [card.account.id, card.id, test.ctx.secrets.panHash(card.pan).hash],
  );
  expect(rows).toEqual([{ status: 'Ordered', expiry: '2029-11' }]);
});

it('an additional card is called as its product, and not as the holder calls another card', async () => {
  const { card, headers } = await givenOwner();
  await test.ctx.asOwner("UPDATE card SET card_name = 'Groceries' WHERE id = $1", [card.id]);
  await order(card, headers);
  const rows = await test.ctx.asOwner(
    `SELECT c.card_name = p.name AS is_plain FROM card c JOIN product p ON p.id = c.product_id
      WHERE c.member_account_id = $1 AND c.id <> $2`,
    [card.account.id, card.id],
  );
  expect(rows).toEqual([{ is_plain: true }]);
});

it('an account has at most four cards, also when several are ordered at the same time', async () => {
  const { card, headers } = await givenOwner();
  const responses = await Promise.all(Array.from({ length: 6 }, () => order(card, headers)));
  for (let again = 0; again < 3; again += 1) responses.push(await order(card, headers));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
  expect((await order(card, headers)).json().error).toEqual(['10001']);
  // 100.00 less three fees of 9.95
  expect(await balanceOf(test.ctx, card.account)).toBe(7_015n);
  expect(await ask(card, headers)).toMatchObject({ IsValid: false, CardCount: 4 });
});

it('an additional card is refused when the balance does not cover its fee', async () => {
  const { card, headers } = await givenOwner({ balance: 994n });
  expect(await ask(card, headers)).toMatchObject({ IsValid: false });
  expect(await ask(card, headers, false)).toMatchObject({ IsValid: true });
  expect((await order(card, headers)).json().error).toEqual(['20144']);
});

it('an additional card is refused to a holder who is not verified', async () => {
  const { card, headers } = await givenOwner({ isVerified: false });
  expect(await ask(card, headers)).toMatchObject({ IsValid: false });
  expect((await order(card, headers)).json().error).toEqual(['20050']);
});

it('an additional card is refused when the product has none', async () => {
  const { card, headers } = await givenOwner({}, { additionalCards: false });
  expect(await ask(card, headers)).toMatchObject({ IsValid: false });
  expect((await order(card, headers)).json().error).toEqual(['10001']);
});

it('an idempotency key orders one additional card', async () => {
  const { card, headers } = await givenOwner();
  const key = 'one-order-of-an-additional-card';
  const body = { memberNumber: card.account.accountNumber };
  const first = await postMoney(test, 'card/orderAdditionalCard', headers, body, key);
  expect((await postMoney(test, 'card/orderAdditionalCard', headers, body, key)).json()).toEqual(first.json());
  expect(await balanceOf(test.ctx, card.account)).toBe(9_005n);
  const other = await postMoney(test, 'card/orderAdditionalCard', headers, { memberNumber: '300000000' }, key);
  expect(other.json().error).toEqual(['409']);
});

it('a nominee cannot order an additional card, nor can anybody for another person’s account', async () => {
  const { card, product } = await givenOwner();
  const holder = await givenHolder(test.ctx, { brand: card.brand });
  await givenCard(test.ctx, { account: card.account, holder, product });
  const webAccount = await givenWebAccount(test.ctx, { holder, account: card.account, extension: '01' });
  const nominee = await givenSession(test.ctx, { webAccount });
  expect(await ask(card, nominee.headers)).toMatchObject({ IsValid: false });
  expect((await order(card, nominee.headers)).json().error).toEqual(['10001']);
  const stranger = await givenOwner();
  expect(await ask(card, stranger.headers)).toMatchObject({ error: ['10000'] });
  expect((await order(card, stranger.headers)).json().error).toEqual(['10000']);
});
