import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { sweep } from '../../../test-support/due-work.ts';
import {
  type CardGiven,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import { expireHolds } from '../network/due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

/** The session is not older: its time is the security clock's. */
const daysLater = (days: number) =>
  test.ctx.setBusinessTime(new Date(Date.parse(TEST_START) + days * 86_400_000).toISOString());

async function givenUser(given: CardGiven = {}) {
  const card = await givenCard(test.ctx, { balance: 100_000n, isDefault: true, ...given });
  const { headers } = await givenSession(test.ctx, { card });
  return { card, headers, rows: () => rowsFor(card, headers) };
}

async function rowsFor({ reference }: TestCard, headers: { authorization: string }): Promise<Transaction[]> {
  const list = (await postApi(test, 'transaction/recent', headers, { Card: reference })).json();
  return list.Transactions.filter(({ Kind }: Transaction) => Kind !== 'opening');
}

/** The same for the holder of a card who is signed in to a web account. */
async function byAccount(card: TestCard) {
  if (!card.holder) throw new Error('a card without a holder');
  const webAccount = await givenWebAccount(test.ctx, { holder: card.holder, account: card.account });
  const { headers } = await givenSession(test.ctx, { webAccount });
  return { headers, rows: () => rowsFor(card, headers) };
}

/** A purchase that the network has sent, with its row. */
async function givenPurchase(card: TestCard, given: object = {}) {
  const message = purchaseOf(card, given);
  await sendNetwork(test, 'authorisations', message);
  const [row] = await test.ctx.asOwner<{ id: bigint }>('SELECT id FROM authorisation WHERE reference = $1', [
    message.reference,
  ]);
  if (!row) throw new Error('the purchase has no row');
  return { message, id: row.id };
}

const clear = (card: TestCard, original: string, amount: number) =>
  sendNetwork(test, 'clearings', purchaseOf(card, { original, amount }));

it('shows a decline over the limit with the limit and what was left of it', async () => {
  const { card, rows } = await givenUser({ spendLimit: 50_000n });
  await givenPurchase(card, { amount: 9_999 });
  await givenPurchase(card, { amount: 541 });
  await givenPurchase(card, { amount: 64_000, channel: 'online', credentialOnFile: true });
  const declined = (await rows()).find(({ IsDeclined }) => IsDeclined);
  // 500.00 less 99.99 and 5.41.
  expect(declined).toMatchObject({ DeclineReason: 'overLimit', SpendLimit: { Amount: 500, Left: 394.6 } });
});

it.each(['a web account', 'a card'])('shows the limit of a card to its own holder only, by %s', async (by) => {
  const givenOne = async (given: CardGiven) => {
    const one = await givenUser(given);
    return by === 'a card' ? one : { ...one, ...(await byAccount(one.card)) };
  };
  const primary = await givenOne({ spendLimit: 50_000n });
  const { account, brand } = primary.card;
  const nominee = await givenOne({ account, holder: await givenHolder(test.ctx, { brand }), spendLimit: 20_000n });
  await givenPurchase(primary.card, { amount: 64_000, channel: 'online', credentialOnFile: true });
  await givenPurchase(nominee.card, { amount: 30_000, channel: 'online', credentialOnFile: true });
  const limitsOf = async ({ rows }: typeof primary) =>
    new Map((await rows()).map(({ Amount, SpendLimit }) => [Amount, SpendLimit]));
  expect(await limitsOf(primary)).toEqual(
    new Map([
      [-640, { Amount: 500, Left: 500 }],
      [-300, null],
    ]),
  );
  expect(await limitsOf(nominee)).toEqual(
    new Map([
      [-640, null],
      [-300, { Amount: 200, Left: 200 }],
    ]),
  );
});

it('lists a purchase that its shop cancelled, without money, for 30 days', async () => {
  const { card, rows } = await givenUser();
  const { message } = await givenPurchase(card, { amount: 460 });
  await sendNetwork(test, 'reversals', { reference: freshReference(), original: message.reference });
  expect(await rows()).toMatchObject([
    { Amount: -4.6, LapseReason: 'cancelled', IsPending: false, IsDeclined: false, Sequence: null, HeldFee: null },
  ]);
  daysLater(31);
  expect(await rows()).toEqual([]);
});

it('says that our answer was too late', async () => {
  const { card, rows } = await givenUser();
  const { message, id } = await givenPurchase(card, { amount: 460 });
  await sendNetwork(test, 'reversals', { reference: freshReference(), original: message.reference });
  await test.ctx.asOwner(
    `INSERT INTO purchase_ending (tenant_id, authorisation_id, member_account_id, kind, at)
     VALUES ($1, $2, $3, 'tooLate', now())`,
    [card.brand.tenantId, id, card.account.id],
  );
  expect(await rows()).toMatchObject([{ Amount: -4.6, LapseReason: 'tooLate' }]);
});

it('lists a purchase whose hold ran out, until the shop takes it after all', async () => {
  const { card, rows } = await givenUser();
  const { message } = await givenPurchase(card, { amount: 2_050 });
  daysLater(8);
  await sweep(test.ctx, expireHolds);
  expect(await rows()).toMatchObject([{ Amount: -20.5, LapseReason: 'notTaken', IsPending: false }]);
  await clear(card, message.reference, 2_050);
  expect(await rows()).toMatchObject([{ Amount: -20.5, LapseReason: null, Sequence: 2 }]);
});

it('keeps no lapsed row of a purchase of which a part was taken', async () => {
  const { card, rows } = await givenUser();
  const { message } = await givenPurchase(card, { amount: 2_050, channel: 'online', credentialOnFile: true });
  await clear(card, message.reference, 1_000);
  await sendNetwork(test, 'reversals', {
    reference: freshReference(),
    original: message.reference,
    replacementAmount: 1_000,
  });
  expect((await rows()).map(({ Sequence, LapseReason }) => [Sequence, LapseReason])).toEqual([[2, null]]);
});

const SHOWN = ['Amount', 'AskedAmount', 'ApprovedAmount', 'CashAmount'] as const;
const shown = (row: Transaction | undefined) => SHOWN.map((name) => row?.[name]);

it('shows what was wanted of a purchase that was approved in part, pending and posted', async () => {
  const product = await givenProduct(test.ctx, { settings: { partialApproval: true } });
  const { card, rows } = await givenUser({ brand: product.brand, product, balance: 4_000n });
  const { message } = await givenPurchase(card, { amount: 6_250, takesPart: true });
  expect(shown((await rows())[0])).toEqual([-40, 62.5, null, null]);
  await clear(card, message.reference, 4_000);
  expect(shown((await rows())[0])).toEqual([-40, 62.5, null, null]);
});

it('says of a part that lapses what was held', async () => {
  const product = await givenProduct(test.ctx, { settings: { partialApproval: true } });
  const { card, rows } = await givenUser({ brand: product.brand, product, balance: 4_000n });
  const { message } = await givenPurchase(card, { amount: 6_250, takesPart: true });
  await sendNetwork(test, 'reversals', { reference: freshReference(), original: message.reference });
  expect(await rows()).toMatchObject([{ Amount: -40, AskedAmount: null, LapseReason: 'cancelled' }]);
});

it('shows the price where more is held, until the shop takes it', async () => {
  const { card, rows } = await givenUser();
  const merchant = { name: 'Redback Fuel', country: 'AU', mcc: '5542' };
  const { message } = await givenPurchase(card, { amount: 10_000, askedAmount: 4_680, merchant });
  expect(shown((await rows())[0])).toEqual([-100, 46.8, null, null]);
  await clear(card, message.reference, 4_680);
  expect(shown((await rows())[0])).toEqual([-46.8, null, null, null]);
});

it('shows the cash part of a purchase, pending and posted', async () => {
  const { card, rows } = await givenUser();
  const { message } = await givenPurchase(card, { amount: 8_000, cashAmount: 5_000 });
  expect(shown((await rows())[0])).toEqual([-80, null, null, 50]);
  await clear(card, message.reference, 8_000);
  expect(shown((await rows())[0])).toEqual([-80, null, null, 50]);
});

it('shows what was approved where a shop took more, in lists and searches', async () => {
  const { card, headers, rows } = await givenUser();
  const { message } = await givenPurchase(card, { amount: 5_800 });
  await clear(card, message.reference, 6_345);
  const body = { accountNumber: card.account.accountNumber, count: 10 };
  const found = (await postApi(test, 'transaction/search', headers, { ...body, text: 'corner' })).json().Transactions;
  const page = `transaction?accountNumber=${card.account.accountNumber}&count=1&skip=0`;
  const listed = (await getApi(test, page, headers)).json().Transactions;
  for (const [row] of [await rows(), found, listed]) expect(shown(row)).toEqual([-63.45, null, 58, null]);
});

it('lists an announced refund as pending, until it comes or its time is over', async () => {
  const { card, rows } = await givenUser();
  const announced = purchaseOf(card, { amount: 3_900 });
  await sendNetwork(test, 'refund-authorisations', announced);
  // 20 November and a week.
  const coming = { Kind: 'refund', Amount: 39, IsPending: true, Sequence: null, CardEnding: card.pan.slice(-4) };
  expect(await rows()).toMatchObject([{ ...coming, ExpectedOn: '2026-11-27' }]);
  daysLater(8);
  expect(await rows()).toMatchObject([{ ...coming, ExpectedOn: null }]);
  daysLater(30);
  expect(await rows()).toEqual([]);
  test.ctx.setBusinessTime(TEST_START);
  expect(await rows()).toHaveLength(1);
  await sendNetwork(test, 'refunds', purchaseOf(card, { amount: 3_900, original: announced.reference }));
  expect(await rows()).toMatchObject([{ Kind: 'refund', Amount: 39, IsPending: false, Sequence: 2 }]);
});

it.each([
  ['CARD_PAUSED', 'cardOff'],
  // Limits and money of the processor, which the card does not have.
  ['VELOCITY_EXCEEDED', 'elsewhere'],
  ['INSUFFICIENT_FUNDS', 'elsewhere'],
  ['SUSPECTED_FRAUD', 'elsewhere'],
])('shows a decline without us for %s as %s', async (reason, DeclineReason) => {
  const { card, rows } = await givenUser();
  expect(await sendNetwork(test, 'notices', purchaseOf(card, { reason }))).toMatchObject({ answer: '00' });
  expect(await rows()).toMatchObject([{ IsDeclined: true, DeclineReason, SpendLimit: null }]);
});

it('leaves the name and country of a shop empty that sent neither', async () => {
  const { card, rows } = await givenUser();
  await givenPurchase(card, { merchant: { mcc: '5814' } });
  expect(await rows()).toMatchObject([{ Description: '', Country: null, IsPending: true }]);
});
