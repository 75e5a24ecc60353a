import { describe, expect, it } from 'vitest';
import { interestOf, monthBefore, taxOf, termsOn } from './interest.domain.ts';

const THREE_TEN = { productId: 1, basisPoints: 310, upTo: 10_000_00n };
const THREE_TEN_PERCENT = Array.from({ length: 31 }, () => THREE_TEN);
const days = (count: number, cents: bigint) => Array.from({ length: count }, () => cents);

describe('the interest of a month', () => {
  it.each([
    // 1,000.00 × 3.10% × 30 / 365 = 2.5479…
    ['30 days of 1,000.00', days(30, 100_000n), 254n],
    // 31 days: 2.6328…
    ['31 days of 1,000.00', days(31, 100_000n), 263n],
    // February of a leap year has 29 days, the year still 365: 2.4630…
    ['29 days of 1,000.00', days(29, 100_000n), 246n],
    // 28 days: 2.3780…
    ['28 days of 1,000.00', days(28, 100_000n), 237n],
    // Rounded once, not each day: 117.74 a day earn 0.9999… cents, 30 of them 29.99….
    ['30 days of 117.74', days(30, 11_774n), 29n],
    ['30 days of 12,000.00, which is paid on 10,000.00', days(30, 1_200_000n), 2547n],
    ['a debt', days(30, -5_000n), 0n],
    // 10 days of 500.00 and 20 of 800.00: (5,000 + 16,000) × 3.10% / 365 = 1.7835…
    ['a balance that grows', [...days(10, 50_000n), ...days(20, 80_000n)], 178n],
    ['nothing', [], 0n],
  ])('%s', (_, closings, cents) => {
    expect(interestOf(closings, THREE_TEN_PERCENT)).toBe(cents);
  });

  it('of a year of 1,000.00 without compounding stays below 31.00 because each month is rounded down', () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const year = lengths.reduce((sum, length) => sum + interestOf(days(length, 100_000n), THREE_TEN_PERCENT), 0n);
    // 7 × 2.63 + 4 × 2.54 + 2.37.
    expect(year).toBe(3094n);
  });
});

describe('a rate that begins, changes or ends within a month', () => {
  const none = { productId: null, basisPoints: 0, upTo: 0n };
  const { days: november } = monthBefore('2026-12-01');
  const earned = (history: readonly (typeof THREE_TEN | typeof none)[], on: readonly string[], since = '2026-10-01') =>
    interestOf(
      days(30, 100_000n),
      termsOn(
        november,
        history.map((terms, index) => ({ ...terms, beginsOn: on[index] ?? '' })),
        since,
      ),
    );
  it.each([
    // 1,000.00 × 3.10% × days / 365: 30 days 2.547…, 16 days 1.358…, 14 days 1.189….
    ['from before the month', [THREE_TEN], ['2026-10-20'], 254n],
    ['from the 15th on', [THREE_TEN], ['2026-11-15'], 135n],
    ['until the 14th', [THREE_TEN, none], ['2026-10-20', '2026-11-15'], 118n],
    // And 16 days at 1.00%: 0.438…; together 1.627….
    ['lowered on the 15th', [THREE_TEN, { ...THREE_TEN, basisPoints: 100 }], ['2026-10-20', '2026-11-15'], 162n],
    // 14 days of 1,000.00 and 16 of 500.00: 1.189… + 0.679….
    ['paid on less from the 15th', [THREE_TEN, { ...THREE_TEN, upTo: 50_000n }], ['2026-10-20', '2026-11-15'], 186n],
    ['after the month', [THREE_TEN], ['2026-12-01'], 0n],
  ])('%s', (_, history, on, cents) => {
    expect(earned(history, on)).toBe(cents);
  });

  it('uses the first recorded rate for earlier days', () => {
    expect(earned([THREE_TEN], ['2026-11-20'], '2026-11-20')).toBe(254n);
    // Records start on the 10th, without interest: only the 11 days from the 20th, 0.934….
    expect(earned([THREE_TEN], ['2026-11-20'], '2026-11-10')).toBe(93n);
  });
});

describe('the tax that is withheld', () => {
  const rules = { percent: 47, nonResidentPercent: 10, freeBelow: 1000, inWholeDollars: true };
  it.each([
    [999n, 'notQuoted', 0n],
    // 47% of 10.00 is 4.70: whole dollars.
    [1000n, 'notQuoted', 400n],
    [2547n, 'notQuoted', 1100n],
    [2547n, 'quoted', 0n],
    // 10% of 25.47 is 2.54.
    [2547n, 'nonResident', 200n],
    [999n, 'nonResident', 0n],
    [1000n, 'nonResident', 100n],
  ] as const)('of %i cents with tax status %s is %i cents', (interest, taxFileState, cents) => {
    expect(taxOf(interest, taxFileState, rules)).toBe(cents);
  });

  it('is withheld to the cent when the rules do not round to whole dollars', () => {
    expect(taxOf(2547n, 'notQuoted', { ...rules, inWholeDollars: false })).toBe(1197n);
  });
});

describe('the month before a day', () => {
  it.each([
    ['2026-12-01', '2026-11-01', 30],
    ['2027-01-01', '2026-12-01', 31],
    ['2028-03-01', '2028-02-01', 29],
    ['2027-03-01', '2027-02-01', 28],
  ])('%s', (day, firstDay, count) => {
    const month = monthBefore(day);
    expect([month.firstDay, month.days.length, month.days.at(-1)]).toEqual([
      firstDay,
      count,
      `${firstDay.slice(0, 8)}${count}`,
    ]);
  });
});
