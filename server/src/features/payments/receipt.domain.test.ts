import { describe, expect, it } from 'vitest';
import { receiptNumber, transferIdOf } from './receipt.domain.ts';

describe('a receipt number', () => {
  // Luhn by hand, doubled digits from the right.
  it.each<[string, bigint, string]>([
    // 2 + 2 + 6 + 4 = 14.
    ['2026-01-01', 1n, '260010000016'],
    // 54 of the nines, 8 + 2 + 6 + 6 + 4: 80.
    ['2026-11-20', 999_999n, '263249999990'],
    // A leap year's last day, and a sequence of seven digits: 2 + 6 + 3 + 3 + 8 + 2 = 24.
    ['2024-12-31', 1_000_000n, '2436610000006'],
  ])('of %s and %d is the day, the sequence and a check digit: %s', (day, sequence, expected) =>
    expect(receiptNumber(day, sequence)).toBe(expected),
  );
});

describe('the transfer of a receipt number', () => {
  it.each<[string, bigint | undefined]>([
    ['260010000016', 1n],
    ['263249999990', 999_999n],
    ['2436610000006', 1_000_000n],
    // Wrong check digit, too short, no digits.
    ['260010000017', undefined],
    ['26001000018', undefined],
    ['26001000001a', undefined],
    ['', undefined],
  ])('of %s is %s', (receipt, id) => expect(transferIdOf(receipt)).toBe(id));
});
