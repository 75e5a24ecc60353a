import { describe, expect, it } from 'vitest';
import { checkDigitOf, receiptNumber } from './receipt.domain.ts';

describe('the check digit', () => {
  // Published vectors of BPAY's MOD10V01, which is Luhn's rule.
  it.each([
    ['00001672', '5'],
    ['1234567890', '3'],
    ['411111111111111', '1'],
    ['0', '0'],
  ])('of %s is %s', (digits, check) => expect(checkDigitOf(digits)).toBe(check));
});

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
