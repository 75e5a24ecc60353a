import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents, toDollars } from './money.ts';

const LARGEST = 9_999_999_999;

/** As written in decimal and parsed from JSON. */
const written = (cents: number) => Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);

describe('dollars in JSON', () => {
  it.each([
    [0.01, 1n],
    [0.29, 29n],
    [1.15, 115n],
    [8.41, 841n],
    [1_000_000.01, 100_000_001n],
    [99_999_999.99, 9_999_999_999n],
  ])('have %d as %d cents', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents);
    expect(toDollars(cents)).toBe(dollars);
  });

  it('are exact for every amount that a transfer may have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LARGEST }), (cents) => {
        expect(toCents(written(cents))).toBe(BigInt(cents));
        expect(toDollars(BigInt(cents))).toBe(written(cents));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are refused when a number cannot represent them', () => {
    expect(() => toDollars(2n ** 53n)).toThrow(RangeError);
    expect(() => toCents(2 ** 53)).toThrow(RangeError);
    expect(() => toCents(Number.NaN)).toThrow(RangeError);
  });
});
