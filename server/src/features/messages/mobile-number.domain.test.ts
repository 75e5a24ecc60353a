import { expect, test } from 'vitest';
import { toE164 } from './mobile-number.domain.ts';

test.each([
  ['0400000001', '+61400000001'],
  ['0400 000 001', '+61400000001'],
  ['021 123 4567', '+64211234567'],
  ['+61 400 000 001', '+61400000001'],
  ['0061400000001', '+61400000001'],
])('writes %s as %s', (typed, expected) => {
  expect(toE164(typed)).toBe(expected);
});

test.each(['', '0399990000', '12345', '04000', '+0400000001', 'none'])('finds no mobile number in "%s"', (typed) => {
  expect(toE164(typed)).toBeUndefined();
});
