import { expect, it } from 'vitest';
import { holdsCardNumber, maskCardNumbers, maskNumbers, maskPrefixed, maskReference } from './card-numbers.ts';

// Luhn by hand: 4111111111111111 is the published test number of Visa; the 13 and 19 digits are from the range for
// national use. With one digit more or less, or another last digit, it is not a card number.
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

// The weights of the Taxation Office by hand: 123456782 gives 165, which 11 divides, 123456783 gives 166;
// of 8 digits 12345677 gives 165.
it.each([
  ['123456782', '••••••782'],
  ['TFN 123 456 782', 'TFN ••• ••• 782'],
  ['123-456-782, thanks', '•••-•••-782, thanks'],
])('masks the tax file number in the words %j', (words, masked) => {
  expect(maskNumbers(words)).toBe(masked);
  expect(maskNumbers(masked)).toBe(masked);
});

it.each([
  '123456783',
  '000000000',
  // Parts of longer numbers, amounts and other groups.
  '0123456782',
  '61 123 456 782',
  '123 456 782 1',
  '12 3456 782',
  '$123456782',
  '123456782.50',
  '1234-56782',
])('leaves the words %j', (words) => expect(maskNumbers(words)).toBe(words));

it('masks a reference that is a card number or passes the check of a tax file number, and no other', () => {
  expect(maskReference('123456782')).toBe('••••••782');
  expect(maskReference('12345677')).toBe('•••••677');
  expect(maskReference('4111111111111111')).toBe('411111••••••1111');
  for (const reference of ['123456783', '87348538', '00000000']) expect(maskReference(reference)).toBe(reference);
});
