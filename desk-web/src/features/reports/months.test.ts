import { expect, it } from 'vitest';
import { dayBefore, monthsBefore, taxYearsBefore } from './months.ts';

it('lists the 12 months that are over, the last one first', () => {
  const months = monthsBefore('2026-03-31');
  expect([months.length, months[0], months[1], months[2], months[11]]).toEqual([
    12,
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-03',
  ]);
});

it.each([
  ['2026-03-01', '2026-02-28'],
  ['2027-01-01', '2026-12-31'],
])('the day before %s is %s', (today, before) => {
  expect(dayBefore(today)).toBe(before);
});

it.each([
  ['2026-07-01', '2024-25'],
  ['2026-07-02', '2025-26'],
  ['2026-12-01', '2025-26'],
  ['2000-08-01', '1999-00'],
])('on %s the last tax year that is over is %s, and six before it can be chosen', (today, last) => {
  const years = taxYearsBefore(today);
  expect([years[0], years.length, new Set(years).size]).toEqual([last, 7, 7]);
});
