import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { dice, oneOf } from '../../../test-support/dice.ts';
import { givenBrand, givenCard, givenProduct, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { inFull, seedOr } from '../../../test-support/sampled.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { expireHolds } from './due.ts';
import { readSpentOn } from './network.store.ts';

/* The lifecycles of issuing that Increase (card-payment-lifecycle), Airwallex (transaction-scenarios) and Checkout.com
   (transaction-lifecycle) publish, as histories of one purchase. Each is listed with the amounts held and booked at its
   end, added up by hand. A model of arithmetic gives the same amounts for every order of the follow-ups. */

type Channel = 'contactless' | 'online';
/** Abroad a purchase costs a fee of 3%. */
type Place = 'home' | 'abroad';
/** Cents. `reverse`: down to the final amount; `credit`: a refund that names no purchase. */
const KINDS = ['authorise', 'increment', 'advice', 'clear', 'reverse', 'refund', 'credit', 'expire'] as const;
type Kind = (typeof KINDS)[number];
type Step = { readonly kind: Kind; readonly cents: number; readonly ending: string | undefined };
type Sums = { readonly held: number; readonly booked: number; readonly spent: number };

const START = 100_000;

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

/** `authorise 10000, clear 4000 final` */
function stepsOf(history: string): Step[] {
  return history.split(', ').map((words) => {
    const [name, cents = '0', ending] = words.split(' ');
    const kind = KINDS.find((one) => one === name);
    if (!kind) throw new Error(`${name} is no step`);
    return { kind, cents: Number(cents), ending };
  });
}

/** 3%, half a cent up. */
const feeOf = (cents: number, place: Place) => (place === 'home' ? 0 : Math.floor((Math.max(0, cents) * 3 + 50) / 100));

/** The model: holds and bookings of one purchase, whatever the order of its messages. */
function modelOf(channel: Channel, steps: readonly Step[], place: Place): Sums {
  let [authorised, cleared, refunded, credited, least] = [0, 0, 0, 0, Number.POSITIVE_INFINITY];
  let isEnded = false;
  for (const { kind, cents, ending } of steps) {
    if (kind === 'authorise' || kind === 'advice') authorised += cents;
    if (kind === 'increment') [authorised, least] = [authorised + cents, least + cents];
    if (kind === 'refund') refunded += cents;
    if (kind === 'credit') credited += cents;
    if (kind === 'reverse') least = Math.min(least, cents);
    if (kind === 'expire') isEnded = true;
    if (kind === 'clear') {
      cleared += cents;
      isEnded ||= ending === 'final' || (ending === undefined && channel === 'contactless');
    }
  }
  const held = isEnded ? 0 : Math.max(0, Math.min(authorised, least) - cleared);
  const booked = cleared - refunded - credited + feeOf(cleared - refunded, place);
  return { held: held + feeOf(cleared + held, place) - feeOf(cleared, place), booked, spent: booked };
}

async function sumsOf(card: TestCard): Promise<Sums & { readonly available: number }> {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string; spent: string | null }>(
    `SELECT balance, held, (SELECT sum(cents) FROM spending_day WHERE member_account_id = $2) AS spent
     FROM ledger_account WHERE id = $1`,
    [card.account.ledgerAccountId, card.account.id],
  );
  const [balance, held] = [Number(row?.balance), Number(row?.held)];
  return { held, booked: START - balance, spent: Number(row?.spent ?? 0), available: balance - held };
}

const PATHS = { increment: 'authorisations', clear: 'clearings', refund: 'refunds', credit: 'refunds' } as const;

/** Sends a history of one purchase on its own card, and returns the final state. */
async function live(channel: Channel, steps: readonly Step[], place: Place) {
  const brand = await givenBrand(test.ctx);
  const product = await givenProduct(test.ctx, { brand, settings: { foreignFeePoints: 300 } });
  const card = await givenCard(test.ctx, { brand, product, balance: BigInt(START) });
  const original = freshReference();
  const merchant = { name: 'Corner Cafe', country: place === 'home' ? 'AU' : 'US', mcc: '5814' };
  const fields = { channel, merchant, ...(channel === 'online' && { credentialOnFile: true }) };
  for (const { kind, cents, ending } of steps) {
    const message = purchaseOf(card, { ...fields, amount: cents });
    const follows = kind === 'credit' ? {} : { original };
    if (kind === 'authorise') await sendNetwork(test, 'authorisations', { ...message, reference: original });
    else if (kind === 'advice') await sendNetwork(test, 'advices', { ...message, reference: original });
    else if (kind === 'reverse')
      await sendNetwork(test, 'reversals', { reference: freshReference(), original, replacementAmount: cents });
    else if (kind === 'expire') {
      test.ctx.setBusinessTime('2026-12-31T02:00:00Z');
      await sweep(test.ctx, expireHolds);
      test.ctx.setBusinessTime(TEST_START);
    } else {
      const isFinal = ending === undefined ? {} : { isFinal: ending === 'final' };
      const { answer } = await sendNetwork(test, PATHS[kind], {
        ...message,
        ...follows,
        ...(kind === 'clear' && isFinal),
      });
      expect([kind, answer]).toEqual([kind, '00']);
    }
  }
  return sumsOf(card);
}

/** Each history: the name of its source, channel, messages, and the held and booked amounts at the end. */
const HISTORIES: readonly (readonly [string, Channel, string, number, number])[] = [
  ['authorisation', 'contactless', 'authorise 10000', 10_000, 0],
  ['authorisation, clearing', 'contactless', 'authorise 10000, clear 10000', 0, 10_000],
  ['verification of 0.00', 'online', 'authorise 0', 0, 0],
  ['verification, then a clearing that names it', 'online', 'authorise 0, clear 3000', 0, 3_000],
  ['under-clearing at a terminal', 'contactless', 'authorise 10000, clear 4000', 0, 4_000],
  ['partial clearing online', 'online', 'authorise 10000, clear 4000', 6_000, 4_000],
  ['partial clearing that says that more comes', 'contactless', 'authorise 10000, clear 4000 more', 6_000, 4_000],
  ['final partial clearing online', 'online', 'authorise 10000, clear 4000 final', 0, 4_000],
  ['several clearings up to the whole', 'online', 'authorise 10000, clear 4000, clear 5000, clear 1000', 0, 10_000],
  ['several clearings, the last over it', 'online', 'authorise 10000, clear 4000, clear 9000', 0, 13_000],
  ['over-clearing (a tip)', 'contactless', 'authorise 10000, clear 12000', 0, 12_000],
  ['clearing after a final one', 'online', 'authorise 10000, clear 4000 final, clear 1000', 0, 5_000],
  ['single message (held and taken at once)', 'contactless', 'authorise 10000, clear 10000 final', 0, 10_000],
  ['increment', 'contactless', 'authorise 10000, increment 2500', 12_500, 0],
  [
    'increments, clearing of all',
    'contactless',
    'authorise 10000, increment 2500, increment 500, clear 13000',
    0,
    13_000,
  ],
  ['increment (a tip), under-clearing', 'contactless', 'authorise 10000, increment 2000, clear 11500', 0, 11_500],
  ['increment between parts', 'online', 'authorise 10000, clear 4000, increment 1000, clear 5000', 2_000, 9_000],
  ['increment, partial reversal', 'contactless', 'authorise 10000, increment 2500, reverse 9000', 9_000, 0],
  ['partial reversal, increment', 'contactless', 'authorise 10000, reverse 6000, increment 1000', 7_000, 0],
  ['increment, reversal of all', 'contactless', 'authorise 10000, increment 2500, reverse 0', 0, 0],
  ['increment, expiry', 'contactless', 'authorise 10000, increment 2500, expire', 0, 0],
  ['reversal without an amount left', 'contactless', 'authorise 10000, reverse 0', 0, 0],
  ['partial reversal', 'contactless', 'authorise 10000, reverse 7000', 7_000, 0],
  [
    'fuel: confirmation of what was pumped, clearing',
    'contactless',
    'authorise 10000, reverse 4320, clear 4320',
    0,
    4_320,
  ],
  ['partial clearing, reversal of the rest', 'online', 'authorise 10000, clear 4000, reverse 0', 0, 4_000],
  ['partial clearing, reversal to a part', 'online', 'authorise 10000, clear 4000, reverse 6000', 2_000, 4_000],
  ['reversal, then a late clearing', 'contactless', 'authorise 10000, reverse 0, clear 10000', 0, 10_000],
  ['advice', 'contactless', 'advice 10000', 10_000, 0],
  ['advice over the balance', 'contactless', 'advice 250000', 250_000, 0],
  ['advice, clearing', 'contactless', 'advice 10000, clear 10000', 0, 10_000],
  ['expiry', 'contactless', 'authorise 10000, expire', 0, 0],
  ['partial clearing, expiry of the rest', 'online', 'authorise 10000, clear 4000, expire', 0, 4_000],
  ['expiry, then a late clearing', 'contactless', 'authorise 10000, expire, clear 10000', 0, 10_000],
  ['force post (no authorisation)', 'contactless', 'clear 10000', 0, 10_000],
  ['force post over the balance', 'contactless', 'clear 250000', 0, 250_000],
  ['refund of a purchase', 'contactless', 'authorise 10000, clear 10000, refund 10000', 0, 0],
  ['refund of a part', 'contactless', 'authorise 10000, clear 10000, refund 2500', 0, 7_500],
  [
    'refunds of all its parts',
    'contactless',
    'authorise 10000, clear 10000, refund 3333, refund 3333, refund 3334',
    0,
    0,
  ],
  ['refund of more than the purchase', 'contactless', 'authorise 10000, clear 10000, refund 12000', 0, -2_000],
  [
    'clearing that was reversed and sent again',
    'contactless',
    'authorise 10000, clear 10000, refund 10000, clear 9000',
    0,
    9_000,
  ],
  ['refund of a part while more comes', 'online', 'authorise 10000, clear 4000, refund 1000', 6_000, 3_000],
  ['refund without a purchase', 'contactless', 'credit 2500', 0, -2_500],
];

/** The same abroad, where a fee of 3% is added. */
const ABROAD: readonly (readonly [string, Channel, string, number, number])[] = [
  ['authorisation', 'contactless', 'authorise 10000', 10_300, 0],
  ['authorisation, clearing', 'contactless', 'authorise 10000, clear 10000', 0, 10_300],
  ['verification of 0.00', 'online', 'authorise 0', 0, 0],
  ['partial clearing online', 'online', 'authorise 10000, clear 4000', 6_180, 4_120],
  // 0.50 × 3% = 0.015; 1.00: 0.03; 1.50: 0.045.
  ['parcels of half a cent', 'online', 'authorise 150, clear 50, clear 50, clear 50', 0, 155],
  ['over-clearing (a tip)', 'contactless', 'authorise 10000, clear 12000', 0, 12_360],
  ['increment, clearing', 'contactless', 'authorise 10000, increment 2500, clear 12500', 0, 12_875],
  ['increment', 'contactless', 'authorise 10000, increment 2500', 12_875, 0],
  ['partial reversal', 'contactless', 'authorise 10000, reverse 7000', 7_210, 0],
  ['partial clearing, reversal of the rest', 'online', 'authorise 10000, clear 4000, reverse 0', 0, 4_120],
  ['expiry', 'contactless', 'authorise 10000, expire', 0, 0],
  ['advice over the balance', 'contactless', 'advice 250000', 257_500, 0],
  ['force post (no authorisation)', 'contactless', 'clear 10000', 0, 10_300],
  ['refund of a purchase', 'contactless', 'authorise 10000, clear 10000, refund 10000', 0, 0],
  // 75.00 stay charged, with 2.25 of the fee.
  ['refund of a part', 'contactless', 'authorise 10000, clear 10000, refund 2500', 0, 7_725],
  ['refund of more than the purchase', 'contactless', 'authorise 10000, clear 10000, refund 12000', 0, -2_000],
  ['refund without a purchase', 'contactless', 'authorise 10000, clear 10000, credit 10000', 0, 300],
];

describe('a lifecycle of issuing', () => {
  const all = [
    ...HISTORIES.map((one) => ['home', ...one] as const),
    ...ABROAD.map((one) => ['abroad', ...one] as const),
  ];
  it.each(all)('%s: %s', async (place, _name, channel, history, held, booked) => {
    const steps = stepsOf(history);
    const expected = { held, booked, spent: booked };
    expect(modelOf(channel, steps, place)).toEqual(expected);
    expect(await live(channel, steps, place)).toEqual({ ...expected, available: START - booked - held });
  });
});

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]];
  return all.flatMap((one, place) => ordersOf(all.filter((_, other) => other !== place)).map((rest) => [one, ...rest]));
}

describe.each(['home', 'abroad'] as const)('the messages of one purchase in every order (%s)', (place) => {
  it.each<[string, Channel, string]>([
    ['parts online and a refund', 'online', 'authorise 10000, clear 4010, clear 3030 more, refund 1015'],
    ['a final part', 'online', 'authorise 10000, clear 4000 final, clear 3000'],
    ['a reversal to a part between parts', 'online', 'authorise 10000, reverse 6000, clear 2017, clear 1017'],
    ['a reversal of all beside a clearing', 'contactless', 'authorise 10000, reverse 0, clear 4000'],
    ['an advice with its clearing and more than it', 'contactless', 'advice 10000, clear 12000, refund 500'],
  ])('%s ends in the same balance', async (_name, channel, history) => {
    const steps = stepsOf(history);
    const { held, booked, spent } = modelOf(channel, steps, place);
    const expected = { held, booked, spent, available: START - booked - held };
    for (const order of ordersOf(steps)) {
      expect({ order, ...(await live(channel, order, place)) }).toEqual({ order, ...expected });
    }
  });

  it('end in the same balance with increments and partial clearings', async () => {
    const [first, ...followUps] = stepsOf('authorise 10000, increment 1050, clear 2017, increment 533, clear 1017');
    const all = ordersOf(followUps).map((rest) => (first ? [first, ...rest] : rest));
    const { held, booked, spent } = modelOf('online', all[0] ?? [], place);
    for (const order of all) {
      const sums = await live('online', order, place);
      expect({ order, ...sums }).toEqual({ order, held, booked, spent, available: START - booked - held });
    }
  });
});

/** Cents of one purchase by the day on which they were added. A reversal takes from the newest. */
class ByDay {
  readonly parts: { readonly day: number; readonly reference: string; cents: number }[] = [];

  add(day: number, reference: string, cents: number): void {
    this.parts.push({ day, reference, cents });
  }

  takeBack(cents: number, named = ''): void {
    let rest = cents;
    for (const part of this.parts
      .toReversed()
      .sort((a, b) => Number(b.reference === named) - Number(a.reference === named))) {
      const taken = Math.min(rest, part.cents);
      [part.cents, rest] = [part.cents - taken, rest - taken];
    }
  }

  on = (day: number) => this.parts.reduce((sum, part) => sum + (part.day === day ? part.cents : 0), 0);
  get total() {
    return this.parts.reduce((sum, { cents }) => sum + cents, 0);
  }
}

describe('the days on which the parts of a purchase count against its limit', () => {
  const seed = seedOr(58);
  it.each(Array.from({ length: inFull(20, 4) }, (_, at) => seed + at))('history %i', async (history) => {
    const roll = dice(history);
    const card = await givenCard(test.ctx, { balance: 1_000_00n });
    const instant = (day: number) => Date.parse(TEST_START) + day * 86_400_000;
    const spent = (day: number) =>
      test.ctx.database
        .read(card.brand.tenantId, (tx) => readSpentOn(tx, card.brand.tenantId, [card.id], dayAt(instant(day))))
        .then((found) => Number(found.get(card.id) ?? 0n));
    const purchase = purchaseOf(card, { amount: 100_00, channel: 'online', credentialOnFile: true });
    const follow = (more: object) => ({
      ...purchase,
      reference: freshReference(),
      original: purchase.reference,
      ...more,
    });
    const send = async (path: 'authorisations' | 'clearings' | 'reversals', message: object) =>
      expect({ message, ...(await sendNetwork(test, path, message)) }).toMatchObject({ answer: '00' });
    const model = new ByDay();
    const increments: { readonly reference: string; cents: number }[] = [];
    let [day, cleared] = [0, 0];
    await send('authorisations', purchase);
    model.add(day, purchase.reference, purchase.amount);
    for (let step = 0; step < 12; step += 1) {
      const held = model.total - cleared;
      const kind = oneOf(roll, ['day', 'increment', 'increment', 'reverse', 'reverseOne', 'part'] as const);
      if (kind === 'day' && day < 5) test.ctx.setBusinessTime(instant((day += 1)));
      if (kind === 'increment') {
        const message = follow({ amount: 1 + roll(30_00) });
        await send('authorisations', message);
        model.add(day, message.reference, message.amount);
        increments.push({ reference: message.reference, cents: message.amount });
      }
      if (kind === 'reverse' && held > 1) {
        const back = 1 + roll(held - 1);
        const replacementAmount = model.total - back;
        await send('reversals', { reference: freshReference(), original: purchase.reference, replacementAmount });
        model.takeBack(back);
      }
      const one = increments.length > 0 ? oneOf(roll, increments) : undefined;
      const back = one && one.cents > 0 ? 1 + roll(one.cents) : 0;
      if (kind === 'reverseOne' && one && back > 0 && back < held) {
        const replacementAmount = one.cents - back;
        await send('reversals', { reference: freshReference(), original: one.reference, replacementAmount });
        one.cents -= back;
        model.takeBack(back, one.reference);
      }
      if (kind === 'part') {
        const amount = 1 + roll(Math.max(1, Math.floor(held / 4)));
        await send('clearings', follow({ amount, isFinal: false }));
        cleared += amount;
      }
      for (let on = 0; on <= day; on += 1)
        expect({ history, step, kind, on, cents: await spent(on) }).toMatchObject({ cents: model.on(on) });
    }
    const amount = 1 + roll(model.total - cleared);
    await send('clearings', follow({ amount, isFinal: true }));
    model.takeBack(model.total - cleared - amount);
    for (let on = 0; on <= day; on += 1)
      expect({ history, on, cents: await spent(on) }).toMatchObject({ cents: model.on(on) });
  });
});

describe('a reversal', () => {
  it('is stored when it comes before its authorisation, which then holds nothing', async () => {
    const card = await givenCard(test.ctx, { balance: 20_000n });
    const purchase = purchaseOf(card, { amount: 5_000 });
    const reversal = { reference: freshReference(), original: purchase.reference };
    const kept = await sendNetwork(test, 'reversals', reversal);
    expect(kept).toMatchObject({ answer: '00', available: null });
    expect(await sendNetwork(test, 'reversals', reversal)).toEqual(kept);
    expect(await sendNetwork(test, 'reversals', { ...reversal, replacementAmount: 100 })).toMatchObject({
      answer: '94',
    });
    expect(await sendNetwork(test, 'authorisations', purchase)).toMatchObject({ answer: '00', available: 20_000 });
    const rows = await test.ctx.asOwner('SELECT status, hold_id FROM authorisation WHERE card_id = $1', [card.id]);
    expect(rows).toEqual([{ status: 'reversed', hold_id: null }]);
    // A repeat gets the stored answer, whatever has arrived meanwhile.
    expect(await sendNetwork(test, 'reversals', reversal)).toEqual(kept);
  });
});
