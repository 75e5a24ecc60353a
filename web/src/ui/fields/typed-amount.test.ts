import { expect, test } from 'vitest';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { amountText, checkAmount, groupedAmount, stepped, typeAmount } from './typed-amount.ts';

test.each([
  ['45', 4500],
  ['45.', 4500],
  ['45.5', 4550],
  ['45.05', 4505],
  ['.5', 50],
  ['0.29', 29],
  ['$45.00', 4500],
  [' 1 234.50 ', 123450],
  ['1,234.50', 123450],
  ['1,234,567', 123456700],
  ['１２．５０', 1250],
  ['٤٫٥٠', 450],
  ['١٬٢٣٤٫٥', 123450],
  ['४.५०', 450],
  ['１，２３４．５', 123450],
  ['99999999.99', 9999999999],
])('reads “%s” as %i cents', (typed, cents) => expect(amountInCents(typed)).toBe(cents));

test.each([
  '',
  '.',
  '-',
  '+10',
  '-10',
  '−0.01',
  '-0',
  'abc',
  '12,50',
  '1,23',
  '1.234,50',
  '1,2345',
  ',500',
  '12.345',
  '٤٫٥٠٥',
  '4.500',
  '1e3',
  '--5',
  '1234567890',
])('does not parse “%s” as an amount', (typed) => expect(amountInCents(typed)).toBeNull());

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [4500, '45.00'],
  [123450, '1234.50'],
  [-1999, '-19.99'],
])('writes %i cents as %s', (cents, text) => expect(amountText(cents)).toBe(text));

test('keeps a third decimal that is typed, about which the form asks', () => {
  const typed = typeAmount({ before: '12.34', text: '12.345', caret: 6, inputType: 'insertText' });
  expect(typed).toEqual({ plain: '12.345', shown: '12.345', caret: 6 });
  expect(checkAmount('12.345', {})).toBe('notANumber');
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['ten', 'notANumber'],
  ['0', 'notAboveZero'],
  ['-5', 'notANumber'],
  ['19.99', 'belowMinimum'],
  ['20', null],
  ['500.00', null],
  ['500.01', 'aboveMaximum'],
])('finds with “%s” between 20 and 500 dollars: %s', (typed, problem) =>
  expect(checkAmount(typed, { minCents: 2000, maxCents: 50000 })).toBe(problem),
);

test('has only zero as limit when none is given', () => {
  expect(checkAmount('0.01', {})).toBeNull();
  expect(checkAmount('99999999.99', {})).toBeNull();
});

test.each([
  ['45.00', 1, 5500],
  ['45.00', -1, 3500],
  ['25', -1, 2000],
  ['20', -1, 2000],
  ['495', 1, 50000],
  ['9000', -1, 50000],
  ['', 1, 2000],
  ['', -1, 2000],
  ['nothing', 1, 2000],
] as const)('steps from “%s” by ten dollars in direction %i to %i cents', (typed, direction, cents) =>
  expect(stepped(typed, 1000, direction, { minCents: 2000, maxCents: 50000 })).toBe(cents),
);

test('steps within 0 and 10,000 dollars if no range is given', () => {
  expect(stepped('9,995', 1000, 1, {})).toBe(1_000_000);
  expect(stepped('10000', 1000, 1, {})).toBe(1_000_000);
  expect(stepped('5', 1000, -1, {})).toBe(0);
});

test('steps from an empty field to one step if there is no minimum', () => {
  expect(stepped('', 10000, 1, {})).toBe(10000);
  expect(stepped('', 10000, -1, {})).toBe(0);
  expect(stepped('50', 10000, -1, {})).toBe(0);
});

test.each([
  ['1250.5', '1,250.5'],
  ['1250', '1,250'],
  ['123456789', '123,456,789'],
  ['999.99', '999.99'],
  ['12,50', '12,50'],
  ['-1250', '-1250'],
])('shows %s as %s', (plain, shown) => expect(groupedAmount(plain)).toBe(shown));

/** The caret is a bar in the texts. */
function type(before: string, textWithCaret: string, inputType = 'insertText') {
  const [head = '', tail = ''] = textWithCaret.split('|');
  const { plain, shown, caret } = typeAmount({ before, text: head + tail, caret: head.length, inputType });
  return [plain, `${shown.slice(0, caret)}|${shown.slice(caret)}`];
}

test.each([
  ['125', '1250|', '1250', '1,250|'],
  ['1250', '1,250.|', '1250.', '1,250.|'],
  ['1250', '1,29|50', '12950', '12,9|50'],
  ['1250', '1,255|0', '12550', '12,55|0'],
  ['1250.50', '1,250.505|', '1250.505', '1,250.505|'],
  ['', '٤|', '4', '4|'],
  ['4', '4٫|', '4.', '4.|'],
  ['12', '12,|', '12,', '12,|'],
  ['1250', '1,250,|', '1250,', '1250,|'],
])('typing into %s gives %s as %s', (before, text, plain, shown) => {
  expect(type(before, text)).toEqual([plain, shown]);
});

test.each([
  ['1250', '1,25|', '125', '125|'],
  ['1250', '1|250', '250', '|250'],
  ['12500', '12,|00', '1200', '1,2|00'],
])('Backspace in %s leaves %s as %s', (before, text, plain, shown) => {
  expect(type(before, text, 'deleteContentBackward')).toEqual([plain, shown]);
});

test('Delete in front of a comma deletes the digit behind it', () => {
  expect(type('1250', '1|250', 'deleteContentForward')).toEqual(['150', '1|50']);
});

test.each([
  ['', '$1,234.50|', '1234.50', '1,234.50|'],
  ['', '１２３４．５０|', '1234.50', '1,234.50|'],
  ['', '1234。5|', '1234.5', '1,234.5|'],
  ['', ' 1 234.50 |', '1234.50', '1,234.50|'],
  ['', '12,50|', '12,50', '12,50|'],
  ['1250', '1,2000|50', '1200050', '1,200,0|50'],
])('pasting into “%s” to “%s” gives %s', (before, text, plain, shown) => {
  expect(type(before, text, 'insertFromPaste')).toEqual([plain, shown]);
});
