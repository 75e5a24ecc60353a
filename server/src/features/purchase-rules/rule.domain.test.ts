import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY_PURCHASE } from '../../../test-support/purchase-rules.ts';
import { type Figures, matchOf, type PastPurchase, type RuledCard, type RuledPurchase } from './rule.domain.ts';
import type { RuleTerms } from './rule-terms.ts';
import { rulesInOrder } from './rules-in-order.domain.ts';

const NOW = Date.parse('2026-11-26T10:00:00.000Z');
const MINUTE = 60_000;

const CARD: RuledCard = { madeAt: NOW - 400 * 86_400_000, pausedUntil: new Map(), letPass: new Set() };

const purchase = (given: Partial<RuledPurchase> = {}): RuledPurchase => ({
  at: NOW,
  cents: 1_000n,
  channel: 'online',
  mcc: '5816',
  category: 'entertainment',
  country: 'AU',
  isAbroad: false,
  shop: { name: 'Pixel Gift', acceptor: null },
  isWallet: false,
  isVerified: false,
  ...given,
});

const before = (
  minutes: number,
  outcome: PastPurchase['outcome'],
  given: Partial<RuledPurchase> = {},
): PastPurchase => ({
  ...purchase({ at: NOW - minutes * MINUTE, ...given }),
  outcome,
});

type Given = {
  readonly terms: Partial<RuleTerms>;
  readonly asked?: Partial<RuledPurchase>;
  readonly past?: readonly PastPurchase[];
  readonly card?: Partial<RuledCard>;
};

function found({ terms, asked, past = [], card }: Given): Figures | undefined {
  const rule = { id: 1n, version: 1, terms: { ...EVERY_PURCHASE, ...terms } };
  return matchOf(rule, purchase(asked), past, { ...CARD, ...card });
}

const DECLINES: Partial<RuleTerms> = { count: { of: 'declined', atLeast: 3, within: '15m' } };
const SUM: Partial<RuleTerms> = { sum: { above: 5_000, within: '24h' } };
const abroad = { country: 'US', isAbroad: true };

describe('a rule', () => {
  it.each<[string, Given, Figures | undefined]>([
    [
      'counts declines in its window',
      { terms: DECLINES, past: [before(14, 'declined'), before(2, 'declined'), before(1, 'declined')] },
      { count: 3 },
    ],
    [
      'leaves out what is older',
      { terms: DECLINES, past: [before(15, 'declined'), before(2, 'declined'), before(1, 'declined')] },
      undefined,
    ],
    [
      'counts no approval as a decline',
      { terms: DECLINES, past: [before(3, 'declined'), before(2, 'approved'), before(1, 'declined')] },
      undefined,
    ],
    [
      'counts what is of its kind alone',
      {
        terms: { ...DECLINES, amountBelow: 500 },
        asked: { cents: 100n },
        past: [1, 2, 3].map((minutes) => before(minutes, 'declined', { cents: minutes === 2 ? 500n : 499n })).reverse(),
      },
      undefined,
    ],
    [
      'counts this one among attempts',
      {
        terms: { count: { of: 'asked', atLeast: 3, within: '1h' } },
        past: [before(9, 'undone'), before(5, 'declined')],
      },
      { count: 3 },
    ],
    [
      'gives back what was reversed',
      {
        terms: { count: { of: 'approved', atLeast: 3, within: '1h' } },
        past: [before(9, 'undone'), before(5, 'approved')],
      },
      undefined,
    ],
    [
      'ends a row of declines at an approval',
      {
        terms: { count: { of: 'declinedInARow', atLeast: 2, within: '1h' } },
        past: [before(9, 'declined'), before(8, 'approved'), before(5, 'declined')],
      },
      undefined,
    ],
    [
      'finds a row of declines',
      {
        terms: { count: { of: 'declinedInARow', atLeast: 2, within: '1h' } },
        past: [before(9, 'approved'), before(8, 'declined'), before(5, 'declined')],
      },
      { count: 2 },
    ],
    [
      'adds up this purchase',
      { terms: SUM, asked: { cents: 1_001n }, past: [before(60, 'approved', { cents: 4_000n })] },
      { cents: 5_001 },
    ],
    [
      'matches no sum that is just reached',
      { terms: SUM, asked: { cents: 1_000n }, past: [before(60, 'approved', { cents: 4_000n })] },
      undefined,
    ],
    [
      'adds up no decline',
      { terms: SUM, asked: { cents: 1_001n }, past: [before(60, 'declined', { cents: 4_000n })] },
      undefined,
    ],
    [
      'finds the first abroad',
      { terms: { first: { of: 'abroad', days: 90 } }, asked: abroad, past: [before(5, 'declined', abroad)] },
      { first: 'US' },
    ],
    [
      'knows abroad from another country',
      {
        terms: { first: { of: 'abroad', days: 90 } },
        asked: abroad,
        past: [before(5, 'approved', { country: 'NZ', isAbroad: true })],
      },
      undefined,
    ],
    [
      'finds the first in a country',
      {
        terms: { first: { of: 'country', days: 90 } },
        asked: abroad,
        past: [before(5, 'approved', { country: 'NZ', isAbroad: true })],
      },
      { first: 'US' },
    ],
    ['takes home for no first abroad', { terms: { first: { of: 'abroad', days: 90 } } }, undefined],
    [
      'knows a shop by its number',
      {
        terms: { first: { of: 'shop', days: 7 } },
        asked: { shop: { name: 'PIXEL 2', acceptor: '77' } },
        past: [before(5, 'approved', { shop: { name: 'Pixel', acceptor: '77' } })],
      },
      undefined,
    ],
    [
      'knows a shop by its name in any case',
      {
        terms: { first: { of: 'shop', days: 7 } },
        past: [before(5, 'approved', { shop: { name: 'PIXEL GIFT', acceptor: '1' } })],
      },
      undefined,
    ],
    [
      'knows no shop without a name',
      {
        terms: { first: { of: 'shop', days: 7 } },
        asked: { shop: { name: '', acceptor: null } },
        past: [before(5, 'approved', { shop: { name: '', acceptor: null } })],
      },
      { first: '' },
    ],
    [
      'forgets a shop after its days',
      { terms: { first: { of: 'shop', days: 1 } }, past: [before(1_440, 'approved')] },
      { first: 'Pixel Gift' },
    ],
    ['finds a young card', { terms: { cardYounger: 2 }, card: { madeAt: NOW - 47 * 60 * MINUTE } }, { cardDays: 1 }],
    ['leaves an older card', { terms: { cardYounger: 2 }, card: { madeAt: NOW - 48 * 60 * MINUTE } }, undefined],
    ['looks at its ways to pay', { terms: { channels: ['atm', 'chip'] } }, undefined],
    ['looks at its countries', { terms: { countries: ['US'] }, asked: { country: null, isAbroad: true } }, undefined],
    [
      'takes a missing country for abroad',
      { terms: { place: 'abroad' }, asked: { country: null, isAbroad: true } },
      {},
    ],
    ['looks at amounts from the one given', { terms: { amountFrom: 1_000 } }, {}],
    ['looks at amounts below the one given', { terms: { amountBelow: 1_000 } }, undefined],
    ['looks at codes', { terms: { codes: ['7995'] } }, undefined],
    ['looks at categories', { terms: { categories: ['entertainment'] } }, {}],
    ['looks at wallets', { terms: { wallet: 'with' } }, undefined],
    ['leaves out what is verified', { terms: { threeDs: 'unverified' }, asked: { isVerified: true } }, undefined],
    [
      'wants all that is given',
      { terms: { ...DECLINES, cardYounger: 2 }, past: [3, 2, 1].map((minutes) => before(minutes, 'declined')) },
      undefined,
    ],
    ['lets a card pass', { terms: {}, card: { letPass: new Set([1n]) } }, undefined],
    [
      'declines in its pause what comes the same way',
      {
        terms: { channels: ['online'], amountBelow: 500, action: 'decline', pause: 60 },
        card: { pausedUntil: new Map([[1n, NOW + 1]]) },
      },
      { pausedUntil: '2026-11-26T10:00:00.001Z' },
    ],
    [
      'declines nothing when its pause ends',
      {
        terms: { channels: ['online'], amountBelow: 500, action: 'decline', pause: 60 },
        card: { pausedUntil: new Map([[1n, NOW]]) },
      },
      undefined,
    ],
    [
      'leaves another way in its pause',
      {
        terms: { channels: ['online'], action: 'decline', pause: 60 },
        asked: { channel: 'chip' },
        card: { pausedUntil: new Map([[1n, NOW + 1]]) },
      },
      undefined,
    ],
  ])('%s', (_what, given, figures) => {
    expect(found(given)).toEqual(figures);
  });
});

/** Purchase of the model: minute, cents, whether other checks decline it. */
type Step = { readonly minute: number; readonly cents: number; readonly isRefused: boolean };

const step = fc.record({ minute: fc.nat(3), cents: fc.integer({ min: 50, max: 700 }), isRefused: fc.boolean() });

/**
 * Outcomes by the words of the rule, without its code: three declines below $5.00 in 15 minutes decline, and what
 * follows for 30 minutes.
 */
function modelOf(steps: readonly Step[]): string[] {
  const said: { readonly minute: number; readonly cents: number; readonly declined: boolean }[] = [];
  let pausedUntil = -1;
  let minute = 0;
  return steps.map(({ minute: later, cents, isRefused }) => {
    minute += later;
    const declines = said.filter((one) => one.declined && one.cents < 500 && one.minute > minute - 15).length;
    const isPaused = minute < pausedUntil;
    const isStopped = !isRefused && (isPaused || (cents < 500 && declines >= 3));
    if (isStopped && !isPaused) pausedUntil = minute + 30;
    said.push({ minute, cents, declined: isRefused || isStopped });
    return isRefused ? 'refused' : isStopped ? 'stopped' : 'approved';
  });
}

it('decides a day of purchases as its words say, in any batches', () => {
  const runs = process.env['WATTLE_FULL'] ? 2_000 : 200;
  const terms: RuleTerms = {
    ...EVERY_PURCHASE,
    amountBelow: 500,
    count: { of: 'declined', atLeast: 3, within: '15m' },
    action: 'decline',
    pause: 30,
  };
  const rule = { id: 7n, version: 1, terms };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), fc.integer({ min: 1, max: 9 }), (steps, together) => {
      let at = NOW;
      const past: PastPurchase[] = [];
      let pausedUntil = new Map<bigint, number>();
      let inBatch = rulesInOrder();
      let known = [...past];
      const decided = steps.map(({ minute, cents, isRefused }, place) => {
        if (place % together === 0) {
          inBatch = rulesInOrder();
          known = [...past];
        }
        at += minute * MINUTE;
        const asked = purchase({ at, cents: BigInt(cents) });
        const ask = { rules: [rule], asked, past: known, card: { ...CARD, pausedUntil } };
        const matches = isRefused ? [] : inBatch.weigh(1n, ask);
        const isStopped = matches.length > 0;
        inBatch.add(1n, ask, isRefused || isStopped, matches);
        past.push({ ...asked, outcome: isRefused || isStopped ? 'declined' : 'approved' });
        if (isStopped && matches[0]?.figures.pausedUntil === undefined) {
          pausedUntil = new Map([[7n, at + 30 * MINUTE]]);
        }
        return isRefused ? 'refused' : isStopped ? 'stopped' : 'approved';
      });
      expect(decided).toEqual(modelOf(steps));
    }),
    { numRuns: runs },
  );
});
