import { describe, expect, it } from 'vitest';
import { lastEnds, periodFrom, periodStart, taxYearStart } from './period.domain.ts';

describe('a statement period', () => {
  it.each([
    ['2026-09-01', true, '2026-09-30'],
    ['2028-02-01', true, '2028-02-29'],
    ['2026-07-01', false, '2026-12-31'],
    ['2027-01-01', false, '2027-06-30'],
    // After a change from monthly to six-monthly.
    ['2026-09-01', false, '2026-12-31'],
  ])('that begins on %s, monthly %s, ends on %s', (firstDay, isMonthly, lastDay) => {
    expect(periodFrom(firstDay, isMonthly)).toEqual({ firstDay, lastDay });
  });

  it('starts with the month or the half-year', () => {
    expect([periodStart('2026-09-10', true), periodStart('2026-09-10', false)]).toEqual(['2026-09-01', '2026-07-01']);
    expect(periodStart('2026-06-30', false)).toBe('2026-01-01');
  });

  it('has ended after its last day', () => {
    expect(lastEnds('2026-12-31')).toEqual({ month: '2026-11-30', halfYear: '2026-06-30' });
    expect(lastEnds('2027-01-01')).toEqual({ month: '2026-12-31', halfYear: '2026-12-31' });
  });
});

it('a tax year starts on 1 July', () => {
  expect([taxYearStart('2026-06-30'), taxYearStart('2026-07-01')]).toEqual(['2025-07-01', '2026-07-01']);
});
