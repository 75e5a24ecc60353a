import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { dice } from '../../../../test-support/dice.ts';
import { givenBrand, givenCard, givenProduct, type TestCard } from '../../../../test-support/factories.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { freshReference } from '../../../../test-support/network.ts';
import { knownToProcessor, messageOf } from '../../../../test-support/processor-cards.ts';
import { inFull, seedOr } from '../../../../test-support/sampled.ts';
import { historyOf, shuffled, type ProcessorBooks } from '../../../../test-support/told-history.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { authorisePurchase } from '../authorise.ts';
import { takeTold } from './take-told.ts';

/* A processor with books of its own makes histories of purchases. What it tells arrives in any order, some of it twice
   and before the purchase, or in its order with and without places: balance, hold and spending then equal its books, with our foreign fee of 3% added by hand. */

const START = 1_000_000;
/** Only a dispute needs its programme. */
const BY = { tenantId: 1, connection: 1 };
let test: TestApp;
let brand: Awaited<ReturnType<typeof givenBrand>>;
let product: Awaited<ReturnType<typeof givenProduct>>;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, { brand, settings: { foreignFeePoints: 300 } });
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

const AT_HOME = { name: 'Corner Cafe', country: 'AU', mcc: '5814', acceptorId: '552210009000017' };
const ABROAD = { ...AT_HOME, country: 'US' };

async function sumsOf(card: TestCard) {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string; spent: string | null }>(
    `SELECT balance, held, (SELECT sum(cents) FROM spending_day WHERE member_account_id = $2) AS spent
     FROM ledger_account WHERE id = $1`,
    [card.account.ledgerAccountId, card.account.id],
  );
  return { held: Number(row?.held), booked: START - Number(row?.balance), spent: Number(row?.spent ?? 0) };
}

/** 3%, half a cent up. */
const feeOf = (cents: number) => Math.floor((Math.max(0, cents) * 3 + 50) / 100);

function expectedOf({ held, cleared, refunded, corrected }: ProcessorBooks, isAbroad: boolean) {
  const fee = isAbroad ? feeOf(cleared - refunded) : 0;
  const heldFee = isAbroad ? feeOf(cleared + held) - feeOf(cleared) : 0;
  const booked = cleared - refunded + corrected + fee;
  return { held: held + heldFee, booked, spent: booked };
}

const messages = { told: 0 };

/** Delivers one history in an order of its seed, and compares the end. */
async function live(seed: number): Promise<void> {
  const roll = dice(seed);
  const isAbroad = roll(3) === 0;
  const isKnownById = !isAbroad && roll(2) === 0;
  const card = await givenCard(test.ctx, { brand, product, balance: BigInt(START) });
  const named: PurchaseMessage['card'] = isKnownById ? await knownToProcessor(test.ctx, card) : { number: card.pan };
  const merchant = isAbroad ? ABROAD : AT_HOME;
  const purchase = messageOf(named, {
    amount: 500 + roll(20_000),
    merchant,
    channel: 'online',
    credentialOnFile: true,
  });
  const isIncreased = roll(4) === 0;
  const isInOrder = roll(3) === 0;
  const { increments, told, books } = historyOf(roll, purchase, { steps: 1 + roll(8), isIncreased, isInOrder });
  messages.told += told.length;
  const ask = (message: PurchaseMessage) => async () => (await authorisePurchase(test.ctx, message)).answer;
  const tell = told.map((event) =>
    event.did === 'asked' ? ask(event.message) : async () => (await takeTold(test.ctx, event, BY)).answer,
  );
  const twice = (one: () => Promise<string>) => (roll(4) === 0 ? [one, one] : [one]);
  const deliveries = isInOrder
    ? [ask(purchase), ...increments.map(ask), ...tell].flatMap(twice)
    : isIncreased
      ? [ask(purchase), ...increments.map(ask), ...shuffled(roll, tell)]
      : shuffled(roll, [ask(purchase), ...tell]);
  for (const deliver of deliveries) expect({ seed, answer: await deliver() }).toEqual({ seed, answer: '00' });
  expect({ seed, ...(await sumsOf(card)) }).toEqual({ seed, ...expectedOf(books, isAbroad) });
}

describe('what a processor tells of purchases', () => {
  it('ends as in its own books, whatever the order and repetition, and verify finds nothing', {
    timeout: inFull(600_000, 30_000),
  }, async () => {
    const seed = seedOr(47) * 100_000;
    const least = inFull(10_000, 120);
    // Four run together: each has a separate account.
    for (let history = 0; messages.told < least; history += 4) {
      await Promise.all([0, 1, 2, 3].map((place) => live(seed + history + place)));
    }
    expect(messages.told).toBeGreaterThanOrEqual(least);
  });

  it('holds the fee to the cent where a clearing comes after the hold that follows it', async () => {
    const card = await givenCard(test.ctx, { brand, product, balance: BigInt(START) });
    const purchase = messageOf({ number: card.pan }, { amount: 37_29, merchant: ABROAD });
    const original = purchase.reference;
    const keyed = { key: freshReference(), of: original, at: '2026-11-20T02:00:00Z' };
    await authorisePurchase(test.ctx, purchase);
    const held = { ...keyed, did: 'holdSet', reference: freshReference(), original, amount: 8_11, after: 15 } as const;
    await takeTold(test.ctx, held, BY);
    const message = { ...purchase, amount: 8_49, reference: freshReference(), original };
    await takeTold(test.ctx, { ...keyed, did: 'cleared', message, isFinal: false, after: 12 }, BY);
    // 3% of 8.49 is 0.25, and of both together 0.50: the other 0.25 is held with 8.11, which alone would have 0.24.
    expect(await sumsOf(card)).toEqual({ held: 8_36, booked: 8_74, spent: 8_74 });
  });
});
