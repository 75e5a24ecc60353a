import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenBrand, givenCard, givenProduct, givenSession, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { postApi } from '../../../test-support/signed-in.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { expireHolds } from './due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

const HOTEL = { name: 'Bay Hotel', country: 'AU', mcc: '7011' };

async function moneyOf(card: TestCard) {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string }>(
    'SELECT balance, held FROM ledger_account WHERE id = $1',
    [card.account.ledgerAccountId],
  );
  return { balance: Number(row?.balance), held: Number(row?.held) };
}

/** An approved purchase of 100.00 at a hotel. */
async function given(balance = 200_00n, more: object = {}) {
  const card = await givenCard(test.ctx, { balance });
  const purchase = purchaseOf(card, { amount: 100_00, merchant: HOTEL, ...more });
  expect((await sendNetwork(test, 'authorisations', purchase)).answer).toBe('00');
  const increment = (amount: number, given: object = {}) => ({
    ...purchase,
    reference: freshReference(),
    original: purchase.reference,
    amount,
    ...given,
  });
  return { card, purchase, increment };
}

async function rowsOf(card: TestCard) {
  const { headers } = await givenSession(test.ctx, { card });
  const list = await postApi(test, 'transaction/recent', headers, { Card: card.reference });
  return list.json<{ Transactions: { Amount: number; IsPending: boolean; IsDeclined: boolean }[] }>().Transactions;
}

describe('an increment', () => {
  it('adds to the hold of its authorisation, once, in the same pending row', async () => {
    const { card, purchase, increment } = await given();
    const message = increment(30_00);
    const answer = await sendNetwork(test, 'authorisations', message);
    expect(answer).toMatchObject({ answer: '00', available: 70_00 });
    expect(await sendNetwork(test, 'authorisations', message)).toEqual(answer);
    expect(await moneyOf(card)).toEqual({ balance: 200_00, held: 130_00 });
    expect((await rowsOf(card)).filter(({ IsPending }) => IsPending)).toMatchObject([{ Amount: -130 }]);
    const clearing = { ...purchase, reference: freshReference(), original: purchase.reference, amount: 125_00 };
    expect(await sendNetwork(test, 'clearings', clearing)).toMatchObject({ answer: '00', available: 75_00 });
    expect(await moneyOf(card)).toEqual({ balance: 75_00, held: 0 });
  });

  it('is declined without funds, and the earlier hold stays', async () => {
    const { card, increment } = await given();
    expect(await sendNetwork(test, 'authorisations', increment(100_01))).toMatchObject({ answer: '51' });
    expect(await moneyOf(card)).toEqual({ balance: 200_00, held: 100_00 });
    expect(await rowsOf(card)).toMatchObject([
      { IsPending: true, Amount: -100 },
      { IsDeclined: true, Amount: -100.01 },
      { Amount: 200 },
    ]);
  });

  it('is declined when the card was turned off after the authorisation', async () => {
    const { card, increment } = await given();
    await test.ctx.asOwner("UPDATE card SET status = 'ActiveOff' WHERE id = $1", [card.id]);
    expect(await sendNetwork(test, 'authorisations', increment(1_00))).toMatchObject({ answer: '62' });
  });

  it('counts against the daily limit', async () => {
    const { card, increment } = await given();
    await test.ctx.asOwner('UPDATE card SET spend_limit = 12000 WHERE id = $1', [card.id]);
    expect(await sendNetwork(test, 'authorisations', increment(20_01))).toMatchObject({ answer: '61' });
    expect(await sendNetwork(test, 'authorisations', increment(20_00))).toMatchObject({ answer: '00' });
    expect(await sendNetwork(test, 'authorisations', increment(1))).toMatchObject({ answer: '61' });
  });

  it('needs no PIN when the authorisation had one', async () => {
    const card = await givenCard(test.ctx, { balance: 200_00n, pin: '4071' });
    const purchase = purchaseOf(card, { amount: 100_00, channel: 'chip', merchant: HOTEL });
    expect(await sendNetwork(test, 'authorisations', { ...purchase, pin: '4071' })).toMatchObject({ answer: '00' });
    const increment = { ...purchase, reference: freshReference(), original: purchase.reference, amount: 5_00 };
    expect(await sendNetwork(test, 'authorisations', increment)).toMatchObject({ answer: '00', available: 95_00 });
  });

  it('is approved on a single-use card that its own purchase used up', async () => {
    const card = await givenCard(test.ctx, { balance: 200_00n });
    await test.ctx.asOwner("UPDATE card SET virtual_kind = 'SingleUse' WHERE id = $1", [card.id]);
    const purchase = purchaseOf(card, { amount: 50_00 });
    await sendNetwork(test, 'authorisations', purchase);
    const increment = { ...purchase, reference: freshReference(), original: purchase.reference, amount: 5_00 };
    expect(await sendNetwork(test, 'authorisations', increment)).toMatchObject({ answer: '00', available: 145_00 });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1 }))).toMatchObject({ answer: '05' });
  });

  it('is declined when the authorisation is unknown, reversed or of another account', async () => {
    const { card, purchase, increment } = await given();
    const other = await given();
    expect(await sendNetwork(test, 'authorisations', increment(1_00, { original: freshReference() }))).toMatchObject({
      answer: '57',
    });
    // Another account's.
    expect(
      await sendNetwork(test, 'authorisations', increment(1_00, { original: other.purchase.reference })),
    ).toMatchObject({
      answer: '57',
    });
    await sendNetwork(test, 'reversals', { reference: freshReference(), original: purchase.reference });
    expect(await sendNetwork(test, 'authorisations', increment(1_00))).toMatchObject({ answer: '57' });
    expect(await moneyOf(card)).toEqual({ balance: 200_00, held: 0 });
  });

  it('expires with its authorisation when it is not cleared', async () => {
    const { card, increment } = await given();
    test.ctx.setBusinessTime('2026-12-10T02:00:00Z');
    await sendNetwork(test, 'authorisations', increment(30_00));
    test.ctx.setBusinessTime('2026-12-20T01:59:59Z');
    await sweep(test.ctx, expireHolds);
    expect(await moneyOf(card)).toMatchObject({ held: 130_00 });
    test.ctx.setBusinessTime('2026-12-20T02:00:00Z');
    await sweep(test.ctx, expireHolds);
    expect(await moneyOf(card)).toMatchObject({ held: 0 });
  });

  it('is added in full beside other increments at the same moment', async () => {
    const { card, increment } = await given();
    await Promise.all(Array.from({ length: 10 }, () => sendNetwork(test, 'authorisations', increment(1_00))));
    expect(await moneyOf(card)).toMatchObject({ held: 110_00 });
  });

  it('holds the foreign fee and adds to the amount in the shop’s currency', async () => {
    const brand = await givenBrand(test.ctx);
    const product = await givenProduct(test.ctx, { brand, settings: { foreignFeePoints: 300 } });
    const card = await givenCard(test.ctx, { brand, product, balance: 200_00n });
    const usd = (amount: number, currency = 'USD') => ({ amount, currency, exponent: 2, rate: '1.5417' });
    const purchase = purchaseOf(card, { amount: 18_50, shopAmount: usd(12_00), merchant: { ...HOTEL, country: 'US' } });
    await sendNetwork(test, 'authorisations', purchase);
    const increment = { ...purchase, reference: freshReference(), original: purchase.reference };
    await sendNetwork(test, 'authorisations', { ...increment, amount: 3_08, shopAmount: usd(2_00) });
    // 21.58 × 3% = 0.6474.
    expect(await moneyOf(card)).toEqual({ balance: 200_00, held: 22_23 });
    expect(await rowsOf(card)).toMatchObject([
      { Amount: -21.58, HeldFee: 0.65, ShopAmount: { Amount: 14_00, Currency: 'USD' } },
      {},
    ]);
    const inEuro = { ...increment, reference: freshReference(), amount: 1_00, shopAmount: usd(60, 'EUR') };
    await sendNetwork(test, 'authorisations', inEuro);
    expect(await rowsOf(card)).toMatchObject([{ Amount: -22.58, ShopAmount: null }, {}]);
    const clearing = { ...purchase, reference: freshReference(), original: purchase.reference, amount: 22_58 };
    await sendNetwork(test, 'clearings', clearing);
    // 22.58 × 3% = 0.6774.
    expect(await moneyOf(card)).toEqual({ balance: 200_00 - 22_58 - 68, held: 0 });
  });
});

describe('increments of later days', () => {
  const DAY_2 = '2026-11-21T02:00:00Z';

  /** A card with a limit of 50.00 a day, of which an authorisation of the day before took all. */
  async function limited() {
    const card = await givenCard(test.ctx, { balance: 500_00n });
    await test.ctx.asOwner('UPDATE card SET spend_limit = 5000 WHERE id = $1', [card.id]);
    const purchase = purchaseOf(card, { amount: 50_00, merchant: HOTEL });
    expect((await sendNetwork(test, 'authorisations', purchase)).answer).toBe('00');
    test.ctx.setBusinessTime(DAY_2);
    const add = async (amount: number, reference = freshReference()) => {
      const message = { ...purchase, reference, original: purchase.reference, amount };
      return (await sendNetwork(test, 'authorisations', message)).answer;
    };
    const buy = async (amount: number) =>
      (await sendNetwork(test, 'authorisations', purchaseOf(card, { amount }))).answer;
    return { card, purchase, add, buy };
  }

  it('count against the limit of the day on which they are made', async () => {
    const { card, add, buy } = await limited();
    expect(await add(30_00)).toBe('00');
    expect([await add(20_01), await buy(20_01)]).toEqual(['61', '61']);
    const { headers } = await givenSession(test.ctx, { card });
    const details = await postApi(test, 'card/details', headers, { Card: card.reference });
    expect(details.json()).toMatchObject({ SpentToday: 30 });
    expect([await buy(20_00), await add(1), await buy(1)]).toEqual(['00', '61', '61']);
    test.ctx.setBusinessTime('2026-11-22T02:00:00Z');
    expect([await add(50_00), await add(1), await buy(1)]).toEqual(['00', '61', '61']);
    expect((await moneyOf(card)).held).toBe(150_00);
  });

  it('give their day back when they are reversed, alone or with their purchase', async () => {
    const { purchase, add, buy } = await limited();
    const reference = freshReference();
    expect(await add(50_00, reference)).toBe('00');
    await sendNetwork(test, 'reversals', {
      reference: freshReference(),
      original: reference,
      replacementAmount: 40_00,
    });
    expect([await buy(10_01), await add(10_00)]).toEqual(['61', '00']);
    const back = { reference: freshReference(), original: purchase.reference, replacementAmount: 70_00 };
    await sendNetwork(test, 'reversals', back);
    expect([await buy(30_01), await buy(30_00)]).toEqual(['61', '00']);
  });

  it('leave to their day what the final clearing took of them', async () => {
    const { purchase, add, buy } = await limited();
    expect(await add(50_00)).toBe('00');
    const clearing = { ...purchase, reference: freshReference(), original: purchase.reference, amount: 60_00 };
    await sendNetwork(test, 'clearings', clearing);
    expect([await buy(40_01), await buy(40_00)]).toEqual(['61', '00']);
  });
});

describe('a reversal of an increment', () => {
  const reverse = (original: string, given: object = {}) =>
    sendNetwork(test, 'reversals', { reference: freshReference(), original, ...given });

  it('releases that increment alone, in whole or in part, once when repeated', async () => {
    const { card, increment } = await given();
    const [first, second] = [increment(30_00), increment(20_00)];
    await sendNetwork(test, 'authorisations', first);
    await sendNetwork(test, 'authorisations', second);
    expect(await reverse(first.reference)).toMatchObject({ answer: '00', available: 80_00 });
    expect(await reverse(first.reference)).toMatchObject({ answer: '00', available: 80_00 });
    expect(await reverse(second.reference, { replacementAmount: 5_00 })).toMatchObject({ available: 95_00 });
    expect(await reverse(second.reference, { replacementAmount: 6_00 })).toMatchObject({ answer: '61' });
    expect(await moneyOf(card)).toEqual({ balance: 200_00, held: 105_00 });
  });

  it('adds nothing when it comes before the increment', async () => {
    const { card, increment } = await given();
    const message = increment(30_00);
    await reverse(message.reference);
    expect(await sendNetwork(test, 'authorisations', message)).toMatchObject({ answer: '00', available: 100_00 });
    expect(await moneyOf(card)).toEqual({ balance: 200_00, held: 100_00 });
  });
});
