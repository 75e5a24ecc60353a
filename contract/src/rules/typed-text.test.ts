import { describe, expect, it, test } from 'vitest';
import { amountInCents } from './typed-amount.ts';
import {
  answerText,
  comparableText,
  digitsInPaste,
  digitsText,
  lineText,
  messageText,
  nameText,
  secretText,
  withoutAccents,
} from './typed-text.ts';

describe('a line', () => {
  it.each([
    [' 12 High Street ', '12 High Street'],
    ['12\u00a0High\u3000Street', '12 High Street'],
    ['12 High Street\nUnit 3\tRear', '12 High Street Unit 3 Rear'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['a\u0000b\u0007c\u007f', 'abc'],
    ['a\ud800b\udc00c', 'abc'],
    ['\u202eabc\u202c\u2066\u200f', 'abc'],
    ['a\u200bb\u2060c\ufeffd\u00ade\u200cf\u200dg', 'abcdefg'],
    ['\u3164\u2800\u115f', ''],
    ['\u00a0\u2003\u3000 ', ''],
    ['😀 مرحبا 李伟', '😀 مرحبا 李伟'],
  ])('%j becomes %j', (typed, kept) => expect(lineText(typed)).toBe(kept));
});

describe('a name', () => {
  it('keeps the joiners within it', () => {
    expect(nameText('می‌خواهم')).toBe('می‌خواهم');
    expect(nameText('\u200dAnn\u200c ')).toBe('Ann');
  });

  it('keeps its own quotes and dashes', () => expect(nameText(' O’Brien–Smith ')).toBe('O’Brien–Smith'));
});

test('a message keeps its lines, joiners and spaces, and no control character', () => {
  expect(messageText(' Hello\r\nworld\u2028👩‍👩‍👧\u0000\tA\u00a0B\u202e ')).toBe('Hello\nworld\n👩‍👩‍👧 A\u00a0B');
});

describe('digits', () => {
  it.each([
    ['9036 0000 0000 0058', '9036000000000058'],
    ['9036‑0000‑0000‑0058', '9036000000000058'],
    ['062–000', '062000'],
    ['062−000', '062000'],
    ['062\u200b000', '062000'],
    ['０６２－０００', '062000'],
    ['062ー000', '062000'],
    ['123.456.782', '123456782'],
    ['\u202d123\u00a0456\u2009782\u202c', '123456782'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['２４６８１０', '246810'],
    ['ab-12 cd', 'ab12cd'],
    // Left for the check of the field to refuse.
    ['9.036E+15', '9036E+15'],
    ['TFN: 123 456 782', 'TFN:123456782'],
    ['', ''],
  ])('%j becomes %j', (typed, kept) => expect(digitsText(typed)).toBe(kept));

  it('reads the ten digits of every numbering system', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').map((system) => ({
      system,
      digits: new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210),
    }));
    const decimal = systems.filter(({ digits }) => /^\p{Nd}{10}$/u.test(digits));
    expect(decimal.length).toBeGreaterThan(30);
    for (const { system, digits } of decimal) expect([system, digitsText(digits)]).toEqual([system, '9876543210']);
  });

  it('leaves the Chinese one, which looks like a dash', () => expect(digitsText('12一3')).toBe('12一3'));
});

describe('digits in a paste', () => {
  it.each([
    ['TFN: 123 456 782', [8, 9], '123456782'],
    ['Card ID 1000 0000 249', [11], '10000000249'],
    ['Your code is 135790. It lasts 10 minutes.', [6], '135790'],
    ['您的访问码是 135 790', [6], '135790'],
    ['BSB: 062–000', [], '062000'],
    ['062-000 12345678', [6], '06200012345678'],
    ['BSB 062-000 account 12345678', [6], '062000'],
    ['BSB 062-000 account 123456', [6], 'BSB062000account123456'],
    ['none', [6], 'none'],
  ])('%j for lengths %j is %j', (typed, lengths, kept) => expect(digitsInPaste(typed, lengths)).toBe(kept));
});

describe('an amount', () => {
  it.each([
    ['45', 4500],
    ['45.', 4500],
    ['.5', 50],
    ['0.29', 29],
    ['$45.00', 4500],
    ['45.00 $', 4500],
    [' 1 234.50 ', 123450],
    ['1,234.50', 123450],
    ['1,234,567', 123456700],
    ['１２．５０', 1250],
    ['१२.५०', 1250],
    ['١٢.٥٠', 1250],
    ['12。50', 1250],
    ['1，234', 123400],
    ['999999999.99', 99999999999],
    ['4503599.63', 450359963],
  ])('%j is %i cents', (typed, cents) => expect(amountInCents(typed)).toBe(cents));

  it.each([
    '',
    '.',
    '-10',
    '−10',
    '+10',
    '12,50',
    '1,23',
    '1.234,50',
    '1,2345',
    ',500',
    '12.345',
    '1e3',
    '1.2.3',
    'ten',
    '$',
    '$$5',
    '(5)',
  ])('%j is none', (typed) => expect(amountInCents(typed)).toBeNull());
});

test('a secret set in one form is the same in another, and keeps its spaces', () => {
  expect(secretText('Cafe\u0301-Wattle-2026')).toBe(secretText('Caf\u00e9-Wattle-2026'));
  expect(secretText(' Golden Wattle ')).toBe(' Golden Wattle ');
});

describe('an answer', () => {
  it.each([
    ['O’Brien', "O'Brien"],
    ['O’Brien', 'O`Brien'],
    ['O’Brien', 'OBrien'],
    ['O’Brien', 'o’brien'],
    ['OʼBrien', "O'Brien"],
    ['St. John’s', "St. John's"],
    ['St. John’s', ' ST  JOHNS '],
    ['Zoë', 'zoe\u0308'],
    ['Zoë', 'ZOE'],
    ['Strauß', 'STRAUSS'],
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['Smith–Jones', 'Smith Jones'],
    ['１９８４', '1984'],
  ])('%j is %j', (one, other) => expect(answerText(one)).toBe(answerText(other)));

  it.each(['', ' ', '???', '’', '\u200b', '—'])('%j has nothing to compare', (typed) =>
    expect(answerText(typed)).toBe(''),
  );

  it('in another script is kept', () => expect(answerText(' 李 伟 ')).toBe('李伟'));
});

test('compares names without case, width, look-alike signs and repeated spaces', () => {
  expect(comparableText(' O’BRIEN  –  Smith')).toBe(comparableText("o'brien - ｓｍｉｔｈ"));
  expect(comparableText('200100017–01')).toBe('200100017-01');
});

test('drops accents and strokes', () =>
  expect(withoutAccents('Zoë Łukasz Đặng Strauß Œuvre')).toBe('Zoe Lukasz Dang Strauss OEuvre'));
