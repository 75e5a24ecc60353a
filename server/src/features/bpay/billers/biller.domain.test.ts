import { describe, expect, it } from 'vitest';
import { type Biller, isReferenceValid, judgeBiller, readIntelligent } from './biller.domain.ts';

const biller = (given: Partial<Biller> = {}): Biller => ({
  code: '23796',
  name: 'Harbour Electricity',
  rule: 'none',
  shortest: 2,
  longest: 20,
  least: null,
  most: null,
  dayLimit: null,
  isVariable: false,
  isRestricted: false,
  lastDay: null,
  amountPlaces: null,
  dayPlaces: null,
  ...given,
});

describe('a bill reference', () => {
  it.each([
    ['MOD10V05', '87348538', true],
    ['MOD10V05', '12345678905', true],
    ['MOD10V05', '12345678903', false],
    // 0×1 + 0×2 + 1×3: leading zeros shift the weights.
    ['MOD10V05', '0013', true],
    ['MOD10V05', '13', false],
    ['MOD10V01', '89557136', true],
    ['MOD10V01', '12345678903', true],
    ['MOD10V01', '000016725', true],
    ['MOD10V01', '89557137', false],
    ['none', '89557137', true],
  ] as const)('by %s of %s is valid: %s', (rule, reference, isValid) => {
    expect(isReferenceValid(biller({ rule }), reference)).toBe(isValid);
  });

  it('has one of the lengths that its biller permits', () => {
    const given = biller({ shortest: 8, longest: 9 });
    expect(['1234567', '12345678', '123456789', '1234567890'].map((text) => isReferenceValid(given, text))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('with embedded rules has the minimum amount and the last day', () => {
    const given = biller({ amountPlaces: [1, 8], dayPlaces: [9, 14] });
    expect(readIntelligent(given, '000123452612319')).toEqual({ least: 12_345n, lastDay: '2026-12-31' });
    expect(isReferenceValid(given, '000123452612319')).toBe(true);
    expect(isReferenceValid(given, '000123452613319')).toBe(false);
  });
});

describe('a biller', () => {
  it.each([
    ['12', undefined, 'biller_code_invalid'],
    ['12345678901', undefined, 'biller_code_invalid'],
    ['12a', undefined, 'biller_code_invalid'],
    ['123', undefined, 'biller_unknown'],
    ['123', biller({ isRestricted: true }), 'biller_restricted'],
    ['123', biller({ lastDay: '2026-11-19' }), 'biller_deactivated'],
    ['123', biller({ lastDay: '2026-11-20' }), undefined],
  ])('of code %s is refused: %#', (code, found, error) => {
    expect(judgeBiller(code, found, '2026-11-20', 'BillerCode')?.error).toBe(error);
  });
});
