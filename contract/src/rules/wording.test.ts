import { expect, test } from 'vitest';
import { fillIn, wordsOf } from './wording.ts';

const TEXTS = new Map([
  ['cards:rows_one', '{{count}} row'],
  ['cards:rows_other', '{{count}} rows'],
  ['cards:plain', 'Rows: {{count}}'],
]);
const find = (key: string) => TEXTS.get(key);

test.each([
  ['enAU', 'cards:rows', 1, '1 row'],
  ['enAU', 'cards:rows', 0, '0 rows'],
  ['enAU', 'cards:rows', 21, '21 rows'],
  // Chinese has one form for every number.
  ['zhCN', 'cards:rows', 1, '1 rows'],
  // A text without forms is the same for every number.
  ['enAU', 'cards:plain', 1, 'Rows: 1'],
] as const)('counts in %s: %s of %i is %s', (language, key, count, expected) => {
  expect(wordsOf(find, language, key, { count })).toBe(expected);
});

test('finds no text without a number where only plural forms exist', () => {
  expect(wordsOf(find, 'enAU', 'cards:rows', {})).toBeUndefined();
});

test.each([
  ['Hello {{name}}', { name: 'Amelia' }, 'Hello Amelia'],
  ['{{a}} and {{a}}', { a: 1 }, '1 and 1'],
  // A value is shown as it is: neither a replacement pattern nor a placeholder.
  ['Pay {{what}}', { what: "$& $1 {{name}} <b>'" }, "Pay $& $1 {{name}} <b>'"],
  ['Hello {{name}}', {}, 'Hello '],
  ['%1: call %2.', { brand: 'Stumps Club', phone: '1300 555 020' }, 'Stumps Club: call 1300 555 020.'],
  ['%1卡', { brand: 'Stumps Club' }, 'Stumps Club卡'],
  // A percentage is not a placeholder, and neither is a value.
  ['%10 of %2d', { brand: 'A', phone: 'B' }, '%10 of %2d'],
  ['{{what}}', { what: '%1', brand: 'A' }, '%1'],
  ['%1', {}, '%1'],
] as const)('fills in %j with %j', (text, variables, expected) => {
  expect(fillIn(text, variables)).toBe(expected);
});
