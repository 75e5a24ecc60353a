import { expect, it } from 'vitest';
import { meetsNeed, PASSWORD_NEEDS } from './password-rule.ts';

it.each([
  ['', []],
  ['golden', ['small']],
  ['GOLDEN', ['capital']],
  ['2026', ['digit']],
  ['Golden-Wattl', ['capital', 'small']],
  ['Golden-Wattle', ['length', 'capital', 'small']],
  ['Golden-Wattle-2026', ['length', 'capital', 'small', 'digit']],
  ['ÄÖÜ ßäö 1234567', ['length', 'capital', 'small', 'digit']],
  // Twelve characters, though each of them is two code units.
  ['😀😀😀😀😀😀😀😀😀😀😀😀', []],
  ['一二三四五六七八九十一二三', ['length']],
])('“%s” has %j', (password, met) => {
  expect(PASSWORD_NEEDS.filter((need) => meetsNeed(password, need))).toEqual(met);
});
