import { describe, expect, it } from 'vitest';
import { luhnDigit, passesLuhn } from './luhn.ts';

describe('the check digit', () => {
  // Published vectors of BPAY's MOD10V01, which is Luhn's rule.
  it.each([
    ['00001672', '5'],
    ['1234567890', '3'],
    ['411111111111111', '1'],
    ['0', '0'],
  ])('of %s is %s', (digits, check) => expect(luhnDigit(digits)).toBe(check));
});

describe('a number with its check digit', () => {
  it.each(['4111111111111111', '000016725'])('accepts %s', (number) => expect(passesLuhn(number)).toBe(true));

  it.each(['4111111111111112', '4111111111111711', ''])('rejects %j', (number) =>
    expect(passesLuhn(number)).toBe(false),
  );
});
