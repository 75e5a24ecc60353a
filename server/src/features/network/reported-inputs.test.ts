import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenCard, givenPan, givenSession, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, type NetworkPath, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { postApi } from '../../../test-support/signed-in.ts';

/** Network messages that other products had reported as faults, by the ids of tools/repo-rules/reported-inputs.ts. */
let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

type Purchase = ReturnType<typeof purchaseOf>;

const at = (name: string) => ({ merchant: { name, country: 'AU', mcc: '5968' } });
const say = async (path: NetworkPath, message: object) => (await sendNetwork(test, path, message)).answer;
const buy = (card: TestCard, given: object = {}) =>
  say('authorisations', purchaseOf(card, { channel: 'manual', amount: 10_00, ...given }));
const follow = (purchase: Purchase, given: object = {}) => ({
  ...purchase,
  reference: freshReference(),
  original: purchase.reference,
  ...given,
});

async function virtual(kind: 'SingleUse' | 'MerchantLocked'): Promise<TestCard> {
  const card = await givenCard(test.ctx, { balance: 500_00n });
  await test.ctx.asOwner('UPDATE card SET virtual_kind = $2 WHERE id = $1', [card.id, kind]);
  return card;
}

/** Balance and holds in cents. */
async function moneyOf(card: TestCard) {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string }>(
    'SELECT balance, held FROM ledger_account WHERE id = $1',
    [card.account.ledgerAccountId],
  );
  const [balance, held] = [Number(row?.balance), Number(row?.held)];
  return { available: balance - held, held };
}

type Listed = { Description: string; RawDescription: string | null; IsDeclined: boolean; DeclineReason: string | null };
async function listOf(card: TestCard): Promise<Listed[]> {
  const { headers } = await givenSession(test.ctx, { card });
  const list = await postApi(test, 'transaction/recent', headers, { Card: card.reference });
  return list.json<{ Transactions: Listed[] }>().Transactions;
}

describe('a card that is locked to a merchant', () => {
  it.each([
    ['[8-a]', 'SPOTIFY P1A2B3C4D5', ['SPOTIFY P9Z8Y7X6W5']],
    ['[8-c]', 'APPLE.COM/BILL', ['APPLE.COM/BILL SYDNEY']],
    ['[8-c]', 'NETFLIX.COM', ['Netflix.com 866-579-7172']],
    ['[4-8-d]', 'UBER *TRIP', ['UBER *EATS', 'UBER   *TRIP HELP.UBER.COM']],
    ['[4-8-d]', 'GOOGLE *YouTube', ['GOOGLE *YouTubePremium', 'GOOGLE*ADS1234567890']],
    ['[4-8-d]', 'ADOBE *ACROPRO SUBS', ['ADOBE *PHOTOGPHY PLAN', 'ADOBE*CREATIVE CLOUD']],
  ])('%s pays at %s again, whatever the rest of the descriptor', async (_id, first, later) => {
    const card = await virtual('MerchantLocked');
    expect(await buy(card, at(first))).toBe('00');
    for (const name of later) expect(await buy(card, at(name))).toBe('00');
  });

  it('[8-e] is declined at the same name behind another collector', async () => {
    const card = await virtual('MerchantLocked');
    expect(await buy(card, at('SPOTIFY'))).toBe('00');
    for (const name of ['PAYPAL *SPOTIFY', 'SMP*SPOTIFY', 'SQ *SPOTIFY']) expect(await buy(card, at(name))).toBe('57');
    expect(await buy(card, at('SPOTIFY P1A2B3C4D5'))).toBe('00');
  });
});

describe('a card that is locked to a shop behind a collector', () => {
  it.each([
    ['SQ *BLUE BOTTLE', 'SQ *CORNER CAFE'],
    ['PAYPAL *SOUTHERLY', 'PAYPAL *SPOTIFY'],
    ['SUMUP *MARKET STALL', 'SUMUP *OTHER STALL'],
    ['UBER *TRIP', 'PAYPAL *UBER'],
    ['UBER *TRIP', 'UBER TRIPPY CLUB'],
    ['UBER *TRIP', 'LYFT *RIDE'],
    ['GALAH *LUNCH', 'GALAH *DINNER'],
  ])('[4-8-d] is locked at %s and declined at %s', async (first, other) => {
    const card = await virtual('MerchantLocked');
    expect(await buy(card, at(first))).toBe('00');
    expect(await buy(card, at(other))).toBe('57');
    expect(await buy(card, at(first))).toBe('00');
  });
});

describe('a verification', () => {
  it('[9-a] of 1.00 that was reversed in full does not use up a single-use card', async () => {
    const card = await virtual('SingleUse');
    const check = purchaseOf(card, { channel: 'online', amount: 1_00, cvv2: cvv2Of(card) });
    expect(await say('authorisations', check)).toBe('00');
    expect(await say('reversals', { reference: freshReference(), original: check.reference })).toBe('00');
    expect(await buy(card, { amount: 45_00 })).toBe('00');
    expect(await buy(card, { amount: 1_00 })).toBe('05');
  });

  it.each(['authorisations', 'advices'] as const)('[9-b] of 0.00 by %s is answered and holds nothing', async (path) => {
    const card = await givenCard(test.ctx, { balance: 100_00n });
    const ask = (given: object) => say(path, purchaseOf(card, { channel: 'online', amount: 0, ...given }));
    expect(await ask({ cvv2: cvv2Of(card) })).toBe('00');
    expect(await moneyOf(card)).toEqual({ available: 100_00, held: 0 });
    if (path === 'advices') return;
    await test.ctx.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [card.id]);
    expect(await ask({ cvv2: cvv2Of(card) })).toBe('41');
    await test.ctx.asOwner("UPDATE card SET status = 'Active', expiry = '2026-10' WHERE id = $1", [card.id]);
    expect(await ask({ cvv2: cvv2Of(card) })).toBe('54');
  });
});

const cvv2Of = ({ pan, expiry }: TestCard & { readonly expiry?: string }) => test.ctx.secrets.cvv2(pan, expiry ?? '');

describe('a clearing of a part', () => {
  it('[10-a] [10-b] leaves the rest held, so that the money cannot be spent twice', async () => {
    const card = await givenCard(test.ctx, { balance: 110_00n });
    const purchase = purchaseOf(card, { channel: 'manual', amount: 100_00 });
    expect(await say('authorisations', purchase)).toBe('00');
    expect(await say('clearings', follow(purchase, { amount: 40_00 }))).toBe('00');
    expect(await moneyOf(card)).toEqual({ available: 10_00, held: 60_00 });
    expect(await buy(card, { amount: 65_00 })).toBe('51');
    expect(await say('clearings', follow(purchase, { amount: 60_00 }))).toBe('00');
    expect(await moneyOf(card)).toEqual({ available: 10_00, held: 0 });
  });
});

describe('a clearing before its authorisation', () => {
  it('[27-a] leaves nothing for the authorisation to hold', async () => {
    const card = await givenCard(test.ctx, { balance: 100_00n });
    const purchase = purchaseOf(card, { channel: 'manual', amount: 30_00 });
    expect(await say('clearings', follow(purchase))).toBe('00');
    expect(await say('authorisations', purchase)).toBe('00');
    expect(await moneyOf(card)).toEqual({ available: 70_00, held: 0 });
  });
});

describe('a merchant in the list', () => {
  it.each([
    ['[17-a]', 'UBER *TRIP', 'Uber Trip'],
    ['[17-a]', 'UBER* EATS', 'Uber Eats'],
    // A well-known descriptor has its name from the table.
    ['[17-b]', 'FACEBK *AB12CD34', 'Facebook'],
    ['[17-b]', 'DROPBOX*1234ABCD', 'Dropbox'],
    ['[17-b]', 'AIRBNB * HM4XAB12', 'Airbnb'],
  ])('%s %s is shown as %s beside the text as it was sent', async (_id, raw, shown) => {
    const card = await givenCard(test.ctx, { balance: 100_00n });
    expect(await buy(card, at(raw))).toBe('00');
    const [newest] = await listOf(card);
    expect(newest).toMatchObject({ Description: shown, RawDescription: raw });
  });
});

it('a number of a shop is posted as it was sent, though it passes the check of tax file numbers', async () => {
  const card = await givenCard(test.ctx, { balance: 100_00n });
  const raw = 'DEPOT 123456782 PERTH WAAU';
  const purchase = purchaseOf(card, { amount: 10_00, ...at(raw) });
  expect(await say('authorisations', purchase)).toBe('00');
  expect(await say('clearings', follow(purchase))).toBe('00');
  const [row] = await test.ctx.asOwner<{ raw_description: string | null; description: string }>(
    "SELECT raw_description, description FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'purchase'",
    [card.account.ledgerAccountId],
  );
  expect(`${row?.raw_description} ${row?.description}`).not.toContain('*');
  expect(row?.raw_description).toBe(raw);
});

describe('the expiry before a replacement', () => {
  it('[28-a] is accepted from a shop that was approved with it, and otherwise declined for the old expiry', async () => {
    const [pan, expiry] = [givenPan(), '2026-12'];
    const old = await givenCard(test.ctx, { pan, expiry, balance: 100_00n });
    const netflix = { ...at('NETFLIX.COM'), expiry, amount: 16_99 };
    expect(await buy(old, netflix)).toBe('00');
    const card = await givenCard(test.ctx, { pan, expiry: '2029-12', account: old.account, status: 'Active' });
    await test.ctx.asOwner("UPDATE card SET status = 'Replaced' WHERE id = $1", [old.id]);
    expect(await buy(old, { ...netflix, channel: 'online', recurring: true })).toBe('00');
    expect(await buy(old, netflix)).toBe('54');
    expect((await listOf(card)).filter(({ IsDeclined }) => IsDeclined)).toMatchObject([{ DeclineReason: 'oldExpiry' }]);
  });
});

describe('spending', () => {
  it('[29-a] is net: a refund of the month reduces its category', async () => {
    const card = await givenCard(test.ctx, { balance: 100_00n });
    const purchase = purchaseOf(card, { channel: 'manual', amount: 50_00, ...at('BLUE DOOR BOOKS') });
    await say('authorisations', purchase);
    await say('clearings', follow(purchase));
    const { headers } = await givenSession(test.ctx, { card });
    const spending = async () => {
      const answer = await postApi(test, 'transaction/spending', headers, { Card: card.reference });
      type Spending = { Months: { Amount: number }[]; Categories: { Category: string; Amount: number }[] };
      const { Months, Categories } = answer.json<Spending>();
      return {
        month: Months.at(-1)?.Amount,
        shopping: Categories.find((one) => one.Category === 'shopping')?.Amount ?? 0,
      };
    };
    expect(await spending()).toEqual({ month: 50, shopping: 50 });
    expect(await say('refunds', follow(purchase, { amount: 20_00 }))).toBe('00');
    expect(await spending()).toEqual({ month: 30, shopping: 30 });
    expect(await say('refunds', follow(purchase, { amount: 30_00 }))).toBe('00');
    expect(await spending()).toEqual({ month: 0, shopping: 0 });
  });
});
