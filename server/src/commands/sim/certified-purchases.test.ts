import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { type CardGiven, givenProduct, type ProductGiven, type TestCard } from '../../../test-support/factories.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { moneyOf } from '../../../test-support/processors/given-connection.ts';
import { givenPlayed, type Played } from '../../../test-support/processors/played.ts';
import { expireHolds } from '../../features/network/due.ts';

/* Lines of the certification list (docs/integrate/processor.md) by the bytes of each processor, through HTTP. */

const DAY_MS = 86_400_000;

let test: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), 'wattle-certified-'));
beforeAll(async () => {
  test = await givenApp({ WATTLE_DATA: folder });
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  rmSync(folder, { recursive: true });
  expect(broken).toEqual([]);
});

type Money = readonly [balance: number, held: number];
/** An act, and balance and hold after it. */
type Step = readonly [act: string, money: Money] | { readonly forwardDays: number };

type Line = {
  readonly card?: CardGiven;
  readonly product?: ProductGiven;
  readonly steps: readonly Step[];
};

/** From 100.00 where the card says nothing else. */
const LINES: Readonly<Record<string, Line>> = {
  'fuel: 100.00 held, 63.20 cleared': {
    steps: [
      ['authorise --amount 100.00 --mcc 5542', [100_00, 100_00]],
      ['clear --amount 63.20', [36_80, 0]],
    ],
  },
  'a hotel: two increments, cleared on day 30': {
    card: { balance: 300_00n },
    steps: [
      ['authorise --amount 100.00 --mcc 7011', [300_00, 100_00]],
      ['increment --amount 40.00', [300_00, 140_00]],
      { forwardDays: 29 },
      ['increment --amount 25.00', [300_00, 165_00]],
      { forwardDays: 1 },
      ['clear --amount 165.00', [135_00, 0]],
    ],
  },
  'a tip: cleared above the hold': {
    steps: [
      ['authorise --amount 60.00 --mcc 5812', [100_00, 60_00]],
      ['clear --amount 69.00', [31_00, 0]],
    ],
  },
  'three parts, the last one final': {
    steps: [
      ['authorise --amount 40.00', [100_00, 40_00]],
      ['clear --amount 20.00 --more', [80_00, 20_00]],
      ['clear --amount 10.00 --more', [70_00, 10_00]],
      ['clear --amount 10.00', [60_00, 0]],
    ],
  },
  'a part of what was held, and no more': {
    steps: [
      ['authorise --amount 40.00', [100_00, 40_00]],
      ['clear --amount 20.00 --more', [80_00, 20_00]],
      ['reverse', [80_00, 0]],
    ],
  },
  'an increment of a purchase that was reversed': {
    steps: [
      ['authorise --amount 18.45', [100_00, 18_45]],
      ['reverse', [100_00, 0]],
      ['increment --amount 5.00', [100_00, 0]],
    ],
  },
  'a forced clearing': { steps: [['force-clear --amount 18.45', [81_55, 0]]] },
  'a clearing after a decline': {
    steps: [
      ['authorise --amount 18.45 --alone pin_blocked', [100_00, 0]],
      ['clear --amount 18.45', [81_55, 0]],
    ],
  },
  'a clearing before the ask': { steps: [['authorise --amount 40.00 --order clear,authorise', [60_00, 0]]] },
  'a reversal before the ask': { steps: [['authorise --order reverse,authorise', [100_00, 0]]] },
  'an expiry, and a clearing after it': {
    steps: [
      ['authorise --amount 40.00', [100_00, 40_00]],
      ['expire', [100_00, 0]],
      ['clear --amount 40.00', [60_00, 0]],
    ],
  },
  'a refund without a link': { steps: [['refund --unlinked --amount 12.00', [112_00, 0]]] },
  'a refund that is bigger than the purchase': {
    steps: [
      ['authorise --amount 18.45', [100_00, 18_45]],
      ['clear', [81_55, 0]],
      ['refund --amount 25.00', [106_55, 0]],
    ],
  },
  'a refund that its shop takes back': {
    steps: [
      ['authorise --amount 18.45', [100_00, 18_45]],
      ['clear', [81_55, 0]],
      ['refund --amount 5.00', [86_55, 0]],
      ['refund-back --amount 5.00', [81_55, 0]],
    ],
  },
  'told no after our yes': { steps: [['authorise --amount 40.00 --late 2500 --on-silence decline', [100_00, 0]]] },
  'told yes without an ask': {
    steps: [
      ['advice --amount 40.00', [100_00, 40_00]],
      ['clear --amount 40.00', [60_00, 0]],
    ],
  },
  '0.00': { steps: [['authorise --amount 0.00', [100_00, 0]]] },
  'yen, which have no cents': {
    steps: [
      ['authorise --amount 12.24 --shop "1200 JPY" --rate 0.0102 --country JP', [100_00, 12_24]],
      ['clear', [87_76, 0]],
    ],
  },
  'dinars, which have 1,000 fils': {
    steps: [
      ['authorise --amount 19.99 --shop "4.000 KWD" --rate 4.9975 --country KW', [100_00, 19_99]],
      ['clear', [80_01, 0]],
    ],
  },
  'a foreign purchase with a fee of 3%': {
    product: { settings: { foreignFeePoints: 300 } },
    steps: [
      // 12.00 at 1.5417 is 18.50, and 3% of it 0.555, half a cent up.
      ['authorise --amount 18.50 --shop "12.00 USD" --rate 1.5417', [100_00, 19_06]],
      ['clear', [80_94, 0]],
    ],
  },
  'a shop without name and country': { steps: [['authorise --amount 40.00 --null-merchant', [100_00, 40_00]]] },
  'a country that is none': { steps: [['authorise --amount 40.00 --country ZZ', [100_00, 40_00]]] },
  'a category that is none': { steps: [['authorise --amount 40.00 --mcc 0001', [100_00, 40_00]]] },
  'a word that is new': { steps: [['authorise --amount 40.00 --unknown-enum', [100_00, 40_00]]] },
  'a wallet above the limit without a PIN': {
    product: { settings: { contactlessWithoutPinMax: 10_00 } },
    steps: [['authorise --amount 90.00 --wallet apple', [100_00, 90_00]]],
  },
  'a virtual card by wallet': {
    product: { isVirtual: true },
    steps: [['authorise --amount 40.00 --wallet apple', [100_00, 40_00]]],
  },
  'a virtual card by tap': {
    product: { isVirtual: true },
    steps: [['authorise --amount 40.00', [100_00, 0]]],
  },
  'chip without a PIN': { steps: [['authorise --amount 40.00 --entry chip', [100_00, 40_00]]] },
  'a part, where the product allows it': {
    product: { settings: { partialApproval: true } },
    steps: [
      ['authorise --amount 250.00', [100_00, 100_00]],
      ['clear --amount 100.00', [0, 0]],
    ],
  },
  'no part, where the terminal cannot take one': {
    product: { settings: { partialApproval: true } },
    steps: [['authorise --amount 250.00 --no-part', [100_00, 0]]],
  },
  'a purchase that is sent twice': { steps: [['authorise --amount 40.00 --twice', [100_00, 40_00]]] },
  'five twins at the same moment': { steps: [['authorise --amount 40.00 --at-once 5', [100_00, 40_00]]] },
};

describe.each(['stripe', 'lithic'] as const)('by the bytes of %s', (kind) => {
  let connection: Played;
  beforeAll(async () => {
    connection = await givenPlayed(test, kind);
  });

  async function given({ card, product }: Pick<Line, 'card' | 'product'>) {
    const { brand } = connection;
    return connection.card({
      ...card,
      ...(product && { product: await givenProduct(test.ctx, { ...product, brand }) }),
    });
  }
  async function act(card: TestCard & { readonly external: string }, words: string) {
    const deliveries = await connection.play(card, words);
    expect({ words, statuses: new Set(deliveries.map(({ status }) => status)) }).toEqual({
      words,
      statuses: new Set([200]),
    });
    return deliveries;
  }

  it.each(Object.entries(LINES))('%s', async (_, { card: asked, product, steps }) => {
    const card = await given({ ...(asked && { card: asked }), ...(product && { product }) });
    for (const step of steps) {
      if ('forwardDays' in step) {
        test.ctx.advance(step.forwardDays * DAY_MS);
        await sweep(test.ctx, expireHolds);
        continue;
      }
      const [words, [balance, held]] = step;
      await act(card, words);
      const now = await moneyOf(test, card);
      expect(`${now.balance}, held ${now.held}, by ${words}`).toBe(`${balance}, held ${held}, by ${words}`);
    }
  });

  it.each([
    ['mail', 'manual'],
    ['phone', 'manual'],
    ['stored', 'online'],
    ['recurring', 'online'],
    ['online', 'online'],
    ['chip', 'chip'],
    ['tap', 'contactless'],
  ])('a purchase by %s is one by %s, and is approved', async (entry, channel) => {
    const card = await given({});
    await act(card, `authorise --amount 40.00 --entry ${entry}`);
    expect(await test.ctx.asOwner('SELECT channel, status FROM authorisation WHERE card_id = $1', [card.id])).toEqual([
      { channel, status: 'approved' },
    ]);
  });

  it.each([
    ['"1200 JPY" --rate 0.0102 --amount 12.24', { amount: 1_200, currency: 'JPY', exponent: 0 }],
    ['"4.000 KWD" --rate 4.9975 --amount 19.99', { amount: 4_000, currency: 'KWD', exponent: 3 }],
  ])('keeps what a shop abroad asked for: %s', async (words, shop) => {
    const card = await given({});
    await act(card, `authorise --shop ${words}`);
    const [row] = await test.ctx.asOwner(
      `SELECT shop_amount::integer AS amount, shop_currency AS currency, shop_exponent AS exponent
         FROM authorisation WHERE card_id = $1`,
      [card.id],
    );
    expect(row).toEqual(shop);
  });

  it('holds what the network approved after our no', async () => {
    const card = await given({});
    const [asked] = await act(card, 'authorise --amount 150.00');
    expect(asked?.answer).toMatch(/noFunds|INSUFFICIENT_FUNDS/);
    const later =
      kind === 'stripe'
        ? // Its setting approves where our answer does not count.
          'authorise --amount 150.00 --late 2500 --on-silence approve'
        : `advice --amount 150.00 --purchase ${(JSON.parse(asked?.answer ?? '{}') as { token: string }).token}`;
    await act(card, later);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 150_00 });
    await act(card, 'clear --amount 150.00');
    expect(await moneyOf(test, card)).toEqual({ balance: -50_00, held: 0 });
  });
});

it.each([
  ['stripe', 'unsubmitted', 'needsInfo'],
  ['stripe', 'submitted', 'submitted'],
  ['stripe', 'won', 'won'],
  ['stripe', 'lost', 'lost'],
  ['stripe', 'expired', 'expired'],
  ['stripe', 'funds_reinstated', 'fundsBack'],
  ['stripe', 'funds_rescinded', 'fundsTaken'],
  ['lithic', 'NEW', 'needsInfo'],
  ['lithic', 'SUBMITTED', 'submitted'],
  ['lithic', 'CASE_WON', 'won'],
  ['lithic', 'CASE_CLOSED', 'lost'],
  ['lithic', 'funds_reinstated', 'fundsBack'],
  ['lithic', 'funds_rescinded', 'fundsTaken'],
] as const)(
  'a dispute of %s that is told as %s, and that no one has opened here, is a case: %s',
  async (kind, word, state) => {
    const connection = await givenPlayed(test, kind);
    const card = await connection.card();
    await connection.play(card, 'authorise --amount 18.45');
    await connection.play(card, 'clear');
    await connection.play(card, `dispute --state ${word}`);
    expect(
      await test.ctx.asOwner('SELECT about, cents::integer, state FROM told_case WHERE tenant_id = $1', [
        connection.tenantId,
      ]),
    ).toEqual([{ about: state, cents: 18_45, state: 'Open' }]);
    expect(await moneyOf(test, card)).toEqual({ balance: 81_55, held: 0 });
  },
);

it.each([
  ['differences', ''],
  ['totals', '--total'],
])('increments of Lithic are %s where its connection says so', async (increments, how) => {
  const connection = await givenPlayed(test, 'lithic', { increments });
  const card = await connection.card();
  await connection.play(card, 'authorise --amount 40.00');
  await connection.play(card, `increment --amount 5.00 ${how}`);
  expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 45_00 });
  await connection.play(card, `increment --amount 3.00 ${how}`);
  expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 48_00 });
});

it('a refund of Stripe that is linked to a purchase by another card is one without a purchase', async () => {
  const connection = await givenPlayed(test, 'stripe');
  const [one, other] = [await connection.card(), await connection.card()];
  await connection.play(one, 'authorise --amount 40.00');
  await connection.play(one, 'clear');
  await connection.play(other, 'refund --amount 40.00 --purchase iauth_sandbox_1');
  expect(await moneyOf(test, one)).toEqual({ balance: 60_00, held: 0 });
  expect(await moneyOf(test, other)).toEqual({ balance: 140_00, held: 0 });
});
