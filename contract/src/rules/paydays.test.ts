import { expect, it } from 'vitest';
import { lastPaydayFrom, nextPayday } from './paydays.ts';

it.each([
  // Thursdays.
  ['2026-11-19', 1, '2026-11-20', '2026-11-26'],
  ['2026-11-19', 2, '2026-11-20', '2026-12-03'],
  // Payday itself is over: what arrives that day is in the balance, or comes.
  ['2026-11-20', 1, '2026-11-20', '2026-11-27'],
  ['2026-11-21', 1, '2026-11-20', '2026-11-21'],
  // The 31st of a shorter month is its last day, and stays the 31st after it.
  ['2027-01-31', 3, '2027-02-01', '2027-02-28'],
  ['2027-01-31', 3, '2027-02-28', '2027-03-31'],
])('from %s by frequency %i the payday after %s… is %s', (first, frequency, today, next) => {
  expect(nextPayday(first, frequency, today)).toBe(next);
});

it('lies within one period', () => {
  expect([1, 2, 3].map((frequency) => lastPaydayFrom('2026-11-30', frequency))).toEqual([
    '2026-12-07',
    '2026-12-14',
    '2026-12-30',
  ]);
});
