import { expect, it } from 'vitest';
import { dayBefore, monthsBefore } from './months.ts';

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
