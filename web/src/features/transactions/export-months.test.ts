import { describe, expect, it } from 'vitest';
import { checkMonths, exportRange, lastDayOf, monthsOfPreset } from './export-months.ts';

const RANGE = { first: '2019-11', last: '2026-11' };

describe('the months of a preset', () => {
  it.each([
    ['thisMonth', '2026-11-20', { from: '2026-11', to: '2026-11' }],
    ['thisMonth', '2026-03-01', { from: '2026-3', to: '2026-3' }],
    ['sinceJuly', '2026-11-20', { from: '2026-7', to: '2026-11' }],
    ['sinceJuly', '2026-07-01', { from: '2026-7', to: '2026-7' }],
    ['sinceJuly', '2026-06-30', { from: '2025-7', to: '2026-6' }],
    ['lastTaxYear', '2026-11-20', { from: '2025-7', to: '2026-6' }],
    ['lastTaxYear', '2026-06-30', { from: '2024-7', to: '2025-6' }],
  ] as const)('%s on %s', (preset, today, months) => expect(monthsOfPreset(preset, today)).toEqual(months));
});

it('months can be chosen for the last seven years', () => {
  expect(exportRange('2026-11-20')).toEqual(RANGE);
});

describe('typed months', () => {
  it('are a range if both are complete and in order', () => {
    expect(checkMonths({ from: '2026-7', to: '2026-11' }, RANGE)).toEqual({
      wrong: null,
      fromMonth: '2026-07',
      toMonth: '2026-11',
    });
    expect(checkMonths({ from: '2026-07', to: '2026-7' }, RANGE).wrong).toBeNull();
  });

  it.each([
    ['-', '2026-11', 'from', 'export.fieldsInvalid'],
    ['2026-', '2026-11', 'from', 'export.fieldsInvalid'],
    ['2026-13', '2026-11', 'from', 'export.fieldsInvalid'],
    ['2018-7', '2026-11', 'from', 'export.fieldsInvalid'],
    ['2026-7', '-11', 'to', 'export.fieldsInvalid'],
    ['2026-7', '2026-12', 'to', 'export.fieldsInvalid'],
    ['2026-8', '2026-7', 'from', 'export.fromAfterTo'],
    ['2026-1', '2025-12', 'from', 'export.fromAfterTo'],
  ] as const)('from %s to %s are wrong in %s', (from, to, field, words) => {
    expect(checkMonths({ from, to }, RANGE).wrong).toMatchObject({ field, words });
  });
});

it.each([
  ['2026-07', '2026-07-31'],
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('the last day of %s is %s', (month, day) => expect(lastDayOf(month)).toBe(day));
