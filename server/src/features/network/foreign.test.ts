import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  type TestCard,
} from '../../../test-support/factories.ts';
import { freshReference, postNetwork, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
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

/** A card whose product takes 3% of foreign purchases. */
async function givenTraveller(balance: bigint, settings: object = {}, language: 'enAU' | 'zhCN' = 'enAU') {
  const brand = await givenBrand(test.ctx);
  const product = await givenProduct(test.ctx, { brand, settings: { foreignFeePoints: 300, ...settings } });
  const holder = await givenHolder(test.ctx, { brand, language });
  const account = await givenAccount(test.ctx, { holder, balance });
  return givenCard(test.ctx, { account, product });
}

const usd = (amount: number, rate = '1.5417') => ({ amount, currency: 'USD', exponent: 2, rate });
const NEW_YORK = { name: 'Blue Bottle', country: 'US', mcc: '5814' };

/** US$12.00 at 1.5417: 18.50. */
const abroad = (card: TestCard, given: object = {}) =>
  purchaseOf(card, { amount: 18_50, shopAmount: usd(12_00), merchant: NEW_YORK, ...given });

async function moneyOf(card: TestCard) {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string }>(
    'SELECT balance, held FROM ledger_account WHERE id = $1',
    [card.account.ledgerAccountId],
  );
  return { balance: Number(row?.balance), held: Number(row?.held) };
}

async function feesOf(card: TestCard): Promise<number> {
  const [row] = await test.ctx.asOwner<{ balance: string }>(
    "SELECT balance FROM ledger_account WHERE tenant_id = $1 AND kind = 'fees'",
    [card.brand.tenantId],
  );
  return Number(row?.balance ?? 0);
}

const rowsOf = (card: TestCard) =>
  test.ctx.asOwner(
    `SELECT d.kind, d.description, e.amount::integer, d.shop_amount::integer, d.shop_currency, d.shop_exponent, d.shop_rate
     FROM transaction_detail d JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
     WHERE d.ledger_account_id = $1 ORDER BY d.seq`,
    [card.account.ledgerAccountId],
  );

const clearingOf = (purchase: { reference: string }, given: object = {}) => ({
  ...purchase,
  original: purchase.reference,
  reference: freshReference(),
  ...given,
});

const NOTHING_FOREIGN = { shop_amount: null, shop_currency: null, shop_exponent: null, shop_rate: null };

describe('a purchase in another currency', () => {
  it('holds its fee with its amount, and its clearing posts each as a row of its own', async () => {
    const card = await givenTraveller(100_00n);
    const purchase = abroad(card);
    // 18.50 × 3% = 0.555: 0.56. 100.00 − 18.50 − 0.56 = 80.94.
    expect(await sendNetwork(test, 'authorisations', purchase)).toMatchObject({ answer: '00', available: 80_94 });
    expect(await moneyOf(card)).toEqual({ balance: 100_00, held: 19_06 });
    expect(await sendNetwork(test, 'clearings', clearingOf(purchase))).toMatchObject({
      answer: '00',
      available: 80_94,
    });
    expect(await moneyOf(card)).toEqual({ balance: 80_94, held: 0 });
    expect(await feesOf(card)).toBe(56);
    expect(await rowsOf(card)).toEqual([
      {
        kind: 'purchase',
        description: 'Blue Bottle',
        amount: -18_50,
        shop_amount: 12_00,
        shop_currency: 'USD',
        shop_exponent: 2,
        shop_rate: '1.5417',
      },
      { kind: 'fee', description: 'International transaction fee', amount: -56, ...NOTHING_FOREIGN },
    ]);
  });

  it('is declined when the balance covers the amount but not the fee', async () => {
    const card = await givenTraveller(19_05n);
    expect(await sendNetwork(test, 'authorisations', abroad(card))).toMatchObject({ answer: '51' });
    const enough = await givenTraveller(19_06n);
    const purchase = abroad(enough);
    expect(await sendNetwork(test, 'authorisations', purchase)).toMatchObject({ answer: '00', available: 0 });
    await sendNetwork(test, 'clearings', clearingOf(purchase));
    expect(await moneyOf(enough)).toEqual({ balance: 0, held: 0 });
  });

  it('is cleared at the amount and rate of the clearing', async () => {
    const card = await givenTraveller(100_00n);
    const purchase = abroad(card);
    await sendNetwork(test, 'authorisations', purchase);
    // The rate has changed: US$12.00 at 1.5500 are 18.60, and 3% of it is 0.558.
    await sendNetwork(test, 'clearings', clearingOf(purchase, { amount: 18_60, shopAmount: usd(12_00, '1.5500') }));
    expect(await moneyOf(card)).toEqual({ balance: 80_84, held: 0 });
    expect(await rowsOf(card)).toMatchObject([{ amount: -18_60, shop_rate: '1.5500' }, { amount: -56 }]);
  });

  it.each([
    ['yen have no digits behind the point', { amount: 1_200, currency: 'JPY', exponent: 0, rate: '0.0098123' }, '00'],
    ['dinars have three', { amount: 1_250, currency: 'KWD', exponent: 3, rate: '5.0213' }, '00'],
  ])('%s', async (_what, shopAmount, answer) => {
    const card = await givenTraveller(100_00n);
    expect(await sendNetwork(test, 'clearings', abroad(card, { shopAmount }))).toMatchObject({ answer });
    expect(await rowsOf(card)).toMatchObject([
      { shop_amount: shopAmount.amount, shop_currency: shopAmount.currency, shop_exponent: shopAmount.exponent },
      { kind: 'fee' },
    ]);
  });

  it.each([
    ['no currency', { ...usd(1), currency: 'usd' }],
    ['no rate', { ...usd(1), rate: '0.000' }],
    ['an amount of nothing', usd(0)],
    ['five digits behind the point', { ...usd(1), exponent: 5 }],
  ])('with %s is malformed', async (_what, shopAmount) => {
    const card = await givenTraveller(100_00n);
    expect((await postNetwork(test, 'authorisations', abroad(card, { shopAmount }))).statusCode).toBe(400);
  });

  it('names its fee in the language of the holder', async () => {
    const card = await givenTraveller(100_00n, {}, 'zhCN');
    await sendNetwork(test, 'clearings', abroad(card));
    expect(await rowsOf(card)).toMatchObject([{}, { description: '境外交易手续费' }]);
  });

  it('is charged once when its clearing is repeated', async () => {
    const card = await givenTraveller(100_00n);
    const clearing = clearingOf(abroad(card));
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendNetwork(test, 'clearings', clearing)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await moneyOf(card)).toEqual({ balance: 80_94, held: 0 });
  });

  it('is charged beyond the balance when it is cleared without an authorisation', async () => {
    const card = await givenTraveller(10_00n);
    await sendNetwork(test, 'clearings', abroad(card));
    expect(await moneyOf(card)).toEqual({ balance: -9_06, held: 0 });
  });
});

describe('the foreign fee', () => {
  it('is charged at a shop abroad that bills in Australian dollars, and not at a shop at home', async () => {
    const card = await givenTraveller(100_00n);
    const converted = purchaseOf(card, { amount: 10_00, merchant: NEW_YORK });
    await sendNetwork(test, 'clearings', converted);
    await sendNetwork(test, 'clearings', purchaseOf(card, { amount: 10_00 }));
    const ownCurrency = { amount: 10_00, currency: 'AUD', exponent: 2, rate: '1' };
    await sendNetwork(test, 'clearings', purchaseOf(card, { amount: 10_00, shopAmount: ownCurrency }));
    expect((await moneyOf(card)).balance).toBe(69_70);
    expect(await rowsOf(card)).toMatchObject([{}, { kind: 'fee', amount: -30 }, {}, NOTHING_FOREIGN]);
  });

  it('is charged for another currency at a shop at home, and for cash abroad', async () => {
    const card = await givenTraveller(100_00n);
    await sendNetwork(test, 'clearings', purchaseOf(card, { amount: 10_00, shopAmount: usd(6_49) }));
    await sendNetwork(
      test,
      'clearings',
      abroad(card, { amount: 20_00, channel: 'atm', merchant: { ...NEW_YORK, mcc: '6011' } }),
    );
    expect((await moneyOf(card)).balance).toBe(100_00 - 10_30 - 20_60);
  });

  it('is not charged when the product has no foreign fee', async () => {
    const card = await givenTraveller(100_00n, { foreignFeePoints: 0 });
    const purchase = abroad(card);
    expect(await sendNetwork(test, 'authorisations', purchase)).toMatchObject({ available: 81_50 });
    await sendNetwork(test, 'clearings', clearingOf(purchase));
    expect(await rowsOf(card)).toMatchObject([{ amount: -18_50, shop_currency: 'USD' }]);
    expect(await rowsOf(card)).toHaveLength(1);
  });

  it('keeps the rate of its hold when the product changes before the clearing', async () => {
    const card = await givenTraveller(100_00n);
    const purchase = abroad(card);
    await sendNetwork(test, 'authorisations', purchase);
    await test.ctx.asOwner(
      `UPDATE product SET settings = jsonb_set(settings, '{foreignFeePoints}', '1000') WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
      [card.id],
    );
    await sendNetwork(test, 'clearings', clearingOf(purchase));
    expect((await moneyOf(card)).balance).toBe(80_94);
  });

  it('of several clearings equals that of the whole purchase, to the cent', async () => {
    const card = await givenTraveller(100_00n);
    const purchase = abroad(card, { amount: 1_50, channel: 'online', credentialOnFile: true, shopAmount: usd(97) });
    await sendNetwork(test, 'authorisations', purchase);
    // 1.50 × 3% = 0.045: 0.05. Each parcel by itself would cost 0.02.
    expect(await moneyOf(card)).toEqual({ balance: 100_00, held: 1_55 });
    for (const left of [98_45, 98_45, 98_45]) {
      expect(await sendNetwork(test, 'clearings', clearingOf(purchase, { amount: 50 }))).toMatchObject({
        available: left,
      });
    }
    expect(await moneyOf(card)).toEqual({ balance: 98_45, held: 0 });
    expect(await feesOf(card)).toBe(5);
  });

  it('follows the cleared amount when it exceeds the hold', async () => {
    const card = await givenTraveller(100_00n);
    const purchase = abroad(card);
    await sendNetwork(test, 'authorisations', purchase);
    await sendNetwork(test, 'clearings', clearingOf(purchase, { amount: 20_00 }));
    expect(await moneyOf(card)).toEqual({ balance: 79_40, held: 0 });
  });

  it('is released with the hold, by a reversal or by its expiry', async () => {
    const card = await givenTraveller(100_00n);
    const purchase = abroad(card);
    await sendNetwork(test, 'authorisations', purchase);
    const reversal = { original: purchase.reference, replacementAmount: 10_00 };
    await sendNetwork(test, 'reversals', { reference: freshReference(), ...reversal });
    expect(await moneyOf(card)).toEqual({ balance: 100_00, held: 10_30 });
    await sendNetwork(test, 'reversals', { reference: freshReference(), original: purchase.reference });
    expect(await moneyOf(card)).toEqual({ balance: 100_00, held: 0 });
    await sendNetwork(test, 'authorisations', abroad(card));
    test.ctx.setBusinessTime('2026-12-31T02:00:00Z');
    await sweep(test.ctx, expireHolds);
    expect(await moneyOf(card)).toEqual({ balance: 100_00, held: 0 });
    expect(await feesOf(card)).toBe(0);
  });
});

describe('a refund of a foreign purchase', () => {
  const refundOf = (purchase: { reference: string }, amount: number, original = purchase.reference) =>
    sendNetwork(test, 'refunds', { ...purchase, reference: freshReference(), original, amount });

  async function givenCleared(amount: number) {
    const card = await givenTraveller(100_00n);
    const purchase = abroad(card, { amount });
    await sendNetwork(test, 'authorisations', purchase);
    const clearing = clearingOf(purchase);
    await sendNetwork(test, 'clearings', clearing);
    return { card, purchase, clearing };
  }

  it('gives back the fee with the amount', async () => {
    const { card, purchase } = await givenCleared(18_50);
    expect(await refundOf(purchase, 18_50)).toMatchObject({ answer: '00', available: 100_00 });
    expect(await moneyOf(card)).toEqual({ balance: 100_00, held: 0 });
    expect(await feesOf(card)).toBe(0);
    expect(await rowsOf(card)).toMatchObject([
      { kind: 'purchase' },
      { kind: 'fee', amount: -56 },
      { kind: 'refund', description: 'Blue Bottle', amount: 18_50, shop_currency: 'USD' },
      { kind: 'refund', description: 'International transaction fee', amount: 56 },
    ]);
    const spent = await test.ctx.asOwner(
      'SELECT sum(cents)::integer AS cents FROM spending_day WHERE member_account_id = $1',
      [card.account.id],
    );
    expect(spent).toEqual([{ cents: 0 }]);
  });

  it('gives back the fee in proportion when it comes in parts, and never more than was charged', async () => {
    const { card, purchase, clearing } = await givenCleared(10_00);
    const balances: number[] = [];
    // One names the clearing. The last is above its purchase.
    for (const [amount, original] of [
      [3_33, purchase.reference],
      [3_33, clearing.reference],
      [9_00, purchase.reference],
    ] as const) {
      await refundOf(purchase, amount, original);
      balances.push((await moneyOf(card)).balance);
    }
    // 89.70; + 3.33 + 0.10; + 3.33 + 0.10; + 9.00 + 0.10.
    expect(balances).toEqual([93_13, 96_56, 105_66]);
    expect(await feesOf(card)).toBe(0);
  });

  it('gives back the fee once when several arrive at the same moment', async () => {
    const { card, purchase, clearing } = await givenCleared(10_00);
    await Promise.all([
      refundOf(purchase, 5_00),
      refundOf(purchase, 5_00, clearing.reference),
      refundOf(purchase, 1_00),
      refundOf(purchase, 1_00, clearing.reference),
    ]);
    // 89.70 + 12.00 + 0.30.
    expect(await moneyOf(card)).toEqual({ balance: 102_00, held: 0 });
    expect(await feesOf(card)).toBe(0);
  });

  it('gives back no fee when it names no purchase', async () => {
    const { card, purchase } = await givenCleared(10_00);
    const { reference: _, ...message } = purchase;
    await sendNetwork(test, 'refunds', { ...message, reference: freshReference() });
    expect((await moneyOf(card)).balance).toBe(99_70);
  });

  it('leaves no fee to charge when it comes before the clearing', async () => {
    const card = await givenTraveller(100_00n);
    const purchase = abroad(card, { amount: 10_00 });
    await refundOf(purchase, 10_00);
    await sendNetwork(test, 'clearings', clearingOf(purchase));
    expect(await moneyOf(card)).toEqual({ balance: 100_00, held: 0 });
    expect(await feesOf(card)).toBe(0);
  });
});
