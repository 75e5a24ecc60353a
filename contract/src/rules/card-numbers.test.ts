import { expect, it } from 'vitest';
import { holdsCardNumber, maskCardNumbers, maskPrefixed } from './card-numbers.ts';

// Luhn by hand: 4111111111111111 is the published test number of Visa; 13 and 19 digits are of the range for national
// use. One digit more or less, or another last digit, is none.
it.each([
  ['4111111111111111', '411111••••••1111'],
  ['9036012345679', '903601•••5679'],
  ['9036012345678901232', '903601•••••••••1232'],
  ['4111 1111 1111 1111', '4111 11•• •••• 1111'],
  ['4111-1111-1111-1111', '4111-11••-••••-1111'],
  ['Card 4111111111111111, thanks', 'Card 411111••••••1111, thanks'],
  ['12 4111 1111 1111 1111', '12 4111 11•• •••• 1111'],
  ['4111111111111111 and 9036000000000017', '411111••••••1111 and 903600••••••0017'],
])('masks the card number in %j', (text, masked) => {
  expect(holdsCardNumber(text)).toBe(true);
  expect(maskCardNumbers(text)).toBe(masked);
  expect(holdsCardNumber(masked)).toBe(false);
});

it.each([
  '',
  '87348538',
  // Fails Luhn.
  '4111111111111112',
  // 12 digits and 20 digits that pass Luhn.
  '411111111116',
  '41111111111111111119',
  // Letters, and two separators, end a number.
  '41111111x11111111',
  '41111111  11111111',
  '2026-11-20',
])('finds no card number in %j', (text) => {
  expect(holdsCardNumber(text)).toBe(false);
  expect(maskCardNumbers(text)).toBe(text);
});

it('masks only card numbers with a given prefix', () => {
  const both = '4111111111111111 9036000000000017';
  expect(maskPrefixed(both, ['903600'])).toBe('4111111111111111 903600••••••0017');
  expect(maskPrefixed(both, [])).toBe(both);
});

it('masks with another character where a text cannot contain a bullet', () => {
  expect(maskCardNumbers('Ref 4111111111111111', '*')).toBe('Ref 411111******1111');
});
