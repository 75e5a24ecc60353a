import type { Statement } from '@wattle/contract/statements/statements.ts';
import { expect, it } from 'vitest';
import { byFinancialYear, received, startYear, yearName } from './statements.domain.ts';

const of = (PeriodStart: string, PeriodEnd: string): Statement => ({
  StatementId: PeriodEnd,
  IssueDateString: PeriodEnd,
  PeriodStart,
  PeriodEnd,
  IsOpened: true,
});

it('statements are grouped by the financial year in which they end', () => {
  const years = byFinancialYear(
    [
      of('2026-07-01', '2026-07-31'),
      of('2026-06-01', '2026-06-30'),
      of('2025-07-01', '2025-07-31'),
      of('2025-01-01', '2025-06-30'),
    ],
    '2026-08-02',
  );
  expect(years.map(({ from, to, isCurrent, statements }) => [from, to, isCurrent, statements.length])).toEqual([
    ['2026-07', '2027-06', true, 1],
    ['2025-07', '2026-06', false, 2],
    ['2024-07', '2025-06', false, 1],
  ]);
});

it('the last statement of June belongs to the year that has ended on 1 July', () => {
  expect(byFinancialYear([of('2026-06-01', '2026-06-30')], '2026-06-30')[0]?.isCurrent).toBe(true);
  expect(byFinancialYear([of('2026-06-01', '2026-06-30')], '2026-07-01')[0]?.isCurrent).toBe(false);
});

it('net interest is interest less tax, to the cent', () => {
  expect(received(131.4, 61.76)).toBe(69.64);
  expect(received(0.3, 0.1)).toBe(0.2);
});

it('a financial year is named by both calendar years', () => {
  expect(startYear('2026-06-30')).toBe(2025);
  expect(startYear('2026-07-01')).toBe(2026);
  expect(yearName(2025)).toBe('2025–26');
  expect(yearName(2099)).toBe('2099–00');
});
