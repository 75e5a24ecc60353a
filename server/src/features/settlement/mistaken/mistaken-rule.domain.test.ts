import { expect, it } from 'vitest';
import { mistakenRule } from './mistaken-rule.domain.ts';

it.each([
  ['2026-11-20', 'tenDays'],
  ['2026-12-04', 'tenDays'],
  ['2026-12-05', 'sevenMonths'],
  ['2027-06-20', 'sevenMonths'],
  ['2027-06-21', 'consent'],
] as const)('a payment of 20 November that is asked back on %s falls under %s', (today, rule) => {
  // Ten banking days after Friday 20 November: Friday 4 December.
  expect(mistakenRule({ paidOn: '2026-11-20', tenDaysEnd: '2026-12-04' }, today)).toBe(rule);
});
