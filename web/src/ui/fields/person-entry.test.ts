import { expect, it } from 'vitest';
import { birthDateProblem, isoBirthDate, typedBirthDate, withCapitals } from './person-entry.ts';

it.each([
  ['priya', 'Priya'],
  ["o'brien-smith", "O'Brien-Smith"],
  ['mary anne', 'Mary Anne'],
  ['McDonald', 'McDonald'],
  ['van Gogh', 'van Gogh'],
  ['李伟', '李伟'],
])('%s becomes %s', (typed, expected) => {
  expect(withCapitals(typed)).toBe(expected);
});

it('a date of birth is converted to the API format and back', () => {
  expect(isoBirthDate('1/2/1990', '2026-11-20')).toBe('1990-02-01');
  expect(isoBirthDate('30/2/1990', '2026-11-20')).toBeNull();
  expect(typedBirthDate('1990-02-01')).toBe('1/2/1990');
  expect(typedBirthDate(null)).toBe('');
});

it.each([
  ['20/11/2010', null],
  ['21/11/2010', 'osMinAgeAlertMessage'],
  ['29/2/2008', null],
  ['/11/1990', 'selectDay'],
] as const)('the date of birth %s on 20 November 2026 with a minimum age of 16: %s', (typed, expected) => {
  expect(birthDateProblem(typed, '2026-11-20', 16)).toBe(expected);
});
