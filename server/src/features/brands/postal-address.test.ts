import { expect, it } from 'vitest';
import { isCountry, isPostCodeOf, restoredPostCode } from './postal-address.ts';

const of = (PostCode: string, State: string, CountryCode = 'AU') => ({ CountryCode, State, PostCode });

it.each([
  ['3000', 'VIC'],
  ['6160', 'WA'],
  ['0800', 'NT'],
  ['0200', 'ACT'],
  ['2600', 'ACT'],
  ['7000', 'TAS'],
  ['5000', 'SA'],
  ['4000', 'QLD'],
  ['2000', 'NSW'],
  // Across a border.
  ['2620', 'ACT'],
  ['2620', 'NSW'],
  ['0872', 'SA'],
  ['3644', 'NSW'],
  ['4383', 'NSW'],
  // Christmas Island.
  ['6798', 'WA'],
  // No state.
  ['2000', ''],
])('takes %s in %s', (code, state) => {
  expect(isPostCodeOf(of(code, state))).toBe(true);
});

it.each([
  ['200', 'ACT'],
  ['6000', 'QLD'],
  ['06000', 'WA'],
  ['99999', 'WA'],
  ['ABCD', 'WA'],
  ['', 'WA'],
  ['3000', 'NSW'],
  ['0800', 'WA'],
])('[4-B2-s1] refuses %s in %s', (code, state) => {
  expect(isPostCodeOf(of(code, state))).toBe(false);
});

it('judges post codes of New Zealand by their digits, and of other countries not at all', () => {
  expect(isPostCodeOf(of('0620', 'AUK', 'NZ'))).toBe(true);
  expect(isPostCodeOf(of('620', 'AUK', 'NZ'))).toBe(false);
  expect(isPostCodeOf(of('SW1A 1AA', '', 'GB'))).toBe(true);
  expect(isPostCodeOf(of('', '', 'HK'))).toBe(true);
});

it('[4-B2] restores the zero that a spreadsheet took, where the state leaves no doubt', () => {
  expect(restoredPostCode(of('800', 'NT'))).toBe('0800');
  expect(restoredPostCode(of('872', 'SA'))).toBe('0872');
  expect(restoredPostCode(of('200', 'ACT'))).toBe('0200');
  expect(restoredPostCode(of('800', 'WA'))).toBe('800');
  expect(restoredPostCode(of('800', ''))).toBe('800');
  expect(restoredPostCode(of('800', '', 'FR'))).toBe('800');
  expect(restoredPostCode(of('600', 'WA'))).toBe('600');
});

it('[4-B3] knows the countries that are assigned, and that the United Kingdom is GB', () => {
  expect(['AU', 'NZ', 'GB', 'CN', 'HK', 'TW'].map(isCountry)).toEqual([true, true, true, true, true, true]);
  expect(['UK', 'XX', 'ZZ', 'EU', 'au', ''].map(isCountry)).toEqual([false, false, false, false, false, false]);
});
