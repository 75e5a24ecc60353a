import { expect, it } from 'vitest';
import { isOver, periodBefore, readPeriod } from './period.domain.ts';

const ALL = ['day', 'month', 'year'] as const;

it.each([
  ['2026-10-31', ['day', '2026-10-31', '2026-10-31']],
  ['2024-02', ['month', '2024-02-01', '2024-02-29']],
  ['2025-26', ['year', '2025-07-01', '2026-06-30']],
  ['2099-00', ['year', '2099-07-01', '2100-06-30']],
])('reads %s', (name, [kind, firstDay, lastDay]) => {
  expect(readPeriod(name, ALL)).toEqual({ kind, name, firstDay, lastDay });
});

it('reads a name that is a month and a tax year by the kind that is asked for', () => {
  expect(readPeriod('2011-12', ['year'])).toMatchObject({ firstDay: '2011-07-01', lastDay: '2012-06-30' });
  expect(readPeriod('2011-12', ['month'])).toMatchObject({ firstDay: '2011-12-01', lastDay: '2011-12-31' });
});

it.each(['2026-02-30', '2026-13', '2025-27', '1999-10', '2026', 'October', '2026-1', ''])('reads no %s', (name) => {
  expect(readPeriod(name, ALL)).toBeUndefined();
});

it.each([
  ['day', '2026-03-01', '2026-02-28'],
  ['month', '2026-03-31', '2026-02'],
  ['month', '2026-01-01', '2025-12'],
  ['year', '2026-07-01', '2024-25'],
  ['year', '2026-07-02', '2025-26'],
  ['year', '2026-06-30', '2024-25'],
] as const)('the %s before %s is %s', (kind, today, name) => {
  expect(periodBefore(kind, today).name).toBe(name);
});

it.each([
  ['2026-10-31', '2026-10-31', false],
  ['2026-10-31', '2026-11-01', true],
  ['2025-26', '2026-07-01', false],
  ['2025-26', '2026-07-02', true],
])('%s on %s: over %s', (name, today, over) => {
  const period = readPeriod(name, ALL);
  expect(period && isOver(period, today)).toBe(over);
});
