import { expect, it } from 'vitest';
import { EVERY_PURCHASE } from '../../../test-support/purchase-rules.ts';
import { declinedPercent, openTrial, type TriedPurchase, type Truth } from './trial.domain.ts';

const DAY_MS = 86_400_000;
const FROM = Date.parse('2026-10-26T13:00:00.000Z');
const dayOf = (ms: number) => new Date(ms + 11 * 3_600_000).toISOString().slice(0, 10);

let id = 0n;
const tried = (day: number, given: Partial<TriedPurchase> = {}): TriedPurchase => {
  id += 1n;
  return {
    id,
    card: 1n,
    holder: 5n,
    at: FROM + day * DAY_MS,
    cents: 100n,
    channel: 'online',
    mcc: '5816',
    category: 'entertainment',
    country: 'AU',
    isAbroad: false,
    shop: { name: 'Pixel Gift', acceptor: null },
    isWallet: false,
    isVerified: false,
    outcome: 'approved',
    isWeighed: true,
    truth: 'unknown',
    ...given,
  };
};

const trialOf = (terms: Partial<typeof EVERY_PURCHASE>) =>
  openTrial(
    { id: 1n, version: 1, terms: { ...EVERY_PURCHASE, ...terms } },
    { from: '2026-10-27', to: '2026-11-25', fromMs: FROM, dayOf },
  );

it('adds up fraud that it would have caught, and holders whom it would have stopped', () => {
  const trial = trialOf({ amountBelow: 500, action: 'decline' });
  trial.take(0, [
    tried(-1),
    tried(0, { truth: 'fraud', cents: 499n }),
    tried(1, { truth: 'fraud', cents: 500n }),
    tried(1, { truth: 'holder' }),
  ]);
  trial.take(0, [
    tried(2, { holder: 6n, outcome: 'declined' }),
    tried(2, { holder: 6n, outcome: 'declined', isWeighed: false }),
  ]);
  expect(trial.result()).toMatchObject({
    looked: 5,
    approved: 3,
    touched: 3,
    touchedCents: 699,
    touchedApproved: 2,
    people: 2,
    fraud: 2,
    fraudTouched: 1,
    fraudTouchedCents: 499,
    wrong: 1,
    wrongCents: 100,
    wrongPeople: 1,
    byDay: { '2026-10-27': 1, '2026-10-28': 1, '2026-10-29': 1 },
  });
});

it('reads what was before its days, and counts it for nothing else', () => {
  const trial = trialOf({ first: { of: 'shop', days: 5 } });
  trial.take(0, [tried(-4), tried(0), tried(6)]);
  expect(trial.result()).toMatchObject({ looked: 2, touched: 1, byDay: { '2026-11-02': 1 } });
});

it('pauses as the rule would have', () => {
  const trial = trialOf({ amountFrom: 500, action: 'decline', pause: 1440 });
  trial.take(0, [tried(0, { cents: 500n }), tried(0.5), tried(1), tried(1.5)]);
  expect(trial.result()).toMatchObject({ looked: 4, touched: 2 });
});

it.each<[number, number, number, number]>([
  [30, 0, 20, 0],
  [30, 4, 16, 4],
  [30, 30, 10, 10],
  [3, 30, 3, 17],
])('keeps examples of %i unknown and %i known purchases: %i and %i', (unknown, known, keptUnknown, keptKnown) => {
  const trial = trialOf({ amountFrom: 1 });
  const all = (count: number, truth: Truth) => Array.from({ length: count }, () => tried(1, { truth }));
  trial.take(0, [...all(unknown, 'unknown'), ...all(known, 'fraud')]);
  const { examples } = trial.result();
  const kept = examples.filter(({ truth }) => truth === 'unknown').length;
  expect([kept, examples.length - kept]).toEqual([keptUnknown, keptKnown]);
});

it('says the share of approved purchases', () => {
  expect(declinedPercent({ approved: 38_000, touchedApproved: 164 })).toBeCloseTo(0.4316, 4);
  expect(declinedPercent({ approved: 0, touchedApproved: 0 })).toBe(0);
});
