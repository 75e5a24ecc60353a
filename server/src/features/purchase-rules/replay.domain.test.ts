import { describe, expect, it } from 'vitest';
import { numbersFrom } from '../../../test-support/made-up-names.ts';
import { EVERY_PURCHASE } from '../../../test-support/purchase-rules.ts';
import type { PastPurchase, RuledPurchase } from './rule.domain.ts';
import type { RuleTerms } from './rule-terms.ts';
import { rulesInOrder } from './rules-in-order.domain.ts';
import { openTrial, type TriedPurchase } from './trial.domain.ts';

const DAY_MS = 86_400_000;
const MINUTE = 60_000;
const START = Date.parse('2026-11-24T13:00:00.000Z');
const CARDS = 1_250;
const OF_A_CARD = 80;

type Asked = RuledPurchase & { readonly id: bigint; readonly isRefused: boolean };

/** A day of 100,000 authorisations: by card, each with its purchases in the order of their time. */
function dayOfPurchases(): readonly (readonly Asked[])[] {
  const next = numbersFrom(20_261_124);
  const of = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return Array.from({ length: CARDS }, (_, card) => {
    const times = Array.from({ length: OF_A_CARD }, () => START + Math.floor(next() * DAY_MS)).toSorted(
      (a, b) => a - b,
    );
    return times.map((at, place): Asked => {
      const country = of(['AU', 'AU', 'AU', 'AU', 'US', 'NZ']);
      return {
        id: BigInt(card * OF_A_CARD + place + 1),
        at,
        cents: BigInt(50 + Math.floor(next() * 9_950)),
        channel: of(['online', 'online', 'contactless', 'atm']),
        mcc: of(['5816', '5814', '6011']),
        category: of(['entertainment', 'eatingOut', 'cash']),
        country,
        isAbroad: country !== 'AU',
        shop: { name: of(['Pixel Gift', 'Corner Cafe', 'Bank']), acceptor: null },
        isWallet: false,
        isVerified: false,
        isRefused: next() < 0.15,
      };
    });
  });
}

type Said = Asked & { readonly isDeclined: boolean };

/** A rule by its words, written apart from the code of rules: whether it stops a purchase after those before it. */
type Words = (one: Asked, before: readonly Said[]) => boolean;

const RULES: readonly (readonly [string, Partial<RuleTerms>, Words, number | null])[] = [
  [
    'two declines in 90 minutes online stop what is online, for an hour',
    { channels: ['online'], count: { of: 'declined', atLeast: 2, within: '90m' }, pause: 60 },
    (one, before) =>
      one.channel === 'online' &&
      before.filter((past) => past.channel === 'online' && past.isDeclined && past.at > one.at - 90 * MINUTE).length >=
        2,
    60,
  ],
  [
    'more than $400.00 of cash in 24 hours is stopped',
    { categories: ['cash'], sum: { above: 40_000, within: '24h' } },
    (one, before) =>
      one.category === 'cash' &&
      before
        .filter((past) => past.category === 'cash' && !past.isDeclined && past.at > one.at - DAY_MS)
        .reduce((sum, past) => sum + past.cents, one.cents) > 40_000n,
    null,
  ],
  [
    'the first purchase in a country abroad is stopped',
    { place: 'abroad', first: { of: 'country', days: 90 } },
    (one, before) => one.isAbroad && !before.some((past) => !past.isDeclined && past.country === one.country),
    null,
  ],
];

describe('a day of 100,000 authorisations', () => {
  const day = dayOfPurchases();

  it.each(RULES)('%s, live and in a trial', (_, given, stops, pauseMinutes) => {
    const rule = { id: 7n, version: 1, terms: { ...EVERY_PURCHASE, action: 'decline' as const, ...given } };
    const from = '2026-11-25';
    const trial = openTrial(rule, { from, to: from, fromMs: START, dayOf: () => from });
    const expected: bigint[] = [];
    const live: bigint[] = [];
    for (const purchases of day) {
      const said: Said[] = [];
      let pausedUntil = 0;
      for (const one of purchases) {
        const isPaused = one.at < pausedUntil && one.channel === 'online';
        const isStopped = !one.isRefused && (isPaused || stops(one, said));
        if (isStopped) expected.push(one.id);
        if (isStopped && !isPaused && pauseMinutes !== null) pausedUntil = one.at + pauseMinutes * MINUTE;
        said.push({ ...one, isDeclined: one.isRefused || isStopped });
      }
      const inOrder = rulesInOrder();
      const card = { madeAt: START - 400 * DAY_MS, pausedUntil: new Map<bigint, number>(), letPass: new Set<bigint>() };
      for (const one of purchases) {
        const ask = { rules: [rule], asked: one, past: [] as PastPurchase[], card };
        const matches = one.isRefused ? [] : inOrder.weigh(1n, ask);
        if (matches.length > 0) live.push(one.id);
        inOrder.add(1n, ask, one.isRefused || matches.length > 0, matches);
      }
      trial.take(START - 400 * DAY_MS, purchases.map(tried));
    }
    expect(expected.length).toBeGreaterThan(1_000);
    expect(live).toEqual(expected);
    expect(trial.result()).toMatchObject({ looked: CARDS * OF_A_CARD, touched: expected.length });
  });
});

const tried = (one: Asked): TriedPurchase => ({
  ...one,
  card: 1n,
  holder: null,
  outcome: one.isRefused ? 'declined' : 'approved',
  isWeighed: !one.isRefused,
  truth: 'unknown',
});
