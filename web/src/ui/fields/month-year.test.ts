import { expect, test } from 'vitest';
import { addMonths, checkMonthYear, monthsOf, yearsOf } from './month-year.ts';

/** A card may be valid until any month within ten years. */
const RANGE = { first: '2026-11', last: '2036-10' };

test.each([
  ['2029-9', '2029-09'],
  ['2029-09', '2029-09'],
  [' 2029 - 9 ', '2029-09'],
  ['2026-11', '2026-11'],
  ['2036-10', '2036-10'],
])('accepts %s', (written, month) => expect(checkMonthYear(written, RANGE)).toEqual({ problem: null, month }));

test.each([
  ['', 'selectMonth'],
  ['2029-', 'selectMonth'],
  ['-9', 'selectYear'],
  ['2029-13', 'selectListedMonth'],
  ['2029-0', 'selectListedMonth'],
  ['2026-10', 'selectListedMonth'],
  ['2036-11', 'selectListedMonth'],
  ['29-9', 'selectListedYear'],
  ['2037-9', 'selectListedYear'],
  ['2025-9', 'selectListedYear'],
])('rejects “%s”: %s', (written, problem) => expect(checkMonthYear(written, RANGE).problem).toBe(problem));

test('offers the months within the range', () => {
  expect(monthsOf('2026', RANGE)).toEqual([11, 12]);
  expect(monthsOf('2036', RANGE)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(monthsOf('2029', RANGE)).toHaveLength(12);
  expect(monthsOf('', RANGE)).toHaveLength(12);
  expect(monthsOf('1999', RANGE)).toHaveLength(12);
});

test('offers the years within the range', () => {
  expect(yearsOf({ first: '2026-11', last: '2028-01' })).toEqual([2026, 2027, 2028]);
});

test.each([
  ['2026-11', 0, '2026-11'],
  ['2026-11', 1, '2026-12'],
  ['2026-11', 2, '2027-01'],
  ['2026-11', 120, '2036-11'],
  ['2026-01', -1, '2025-12'],
  ['2026-03', -15, '2024-12'],
])('%s plus %i months is %s', (month, count, later) => expect(addMonths(month, count)).toBe(later));
