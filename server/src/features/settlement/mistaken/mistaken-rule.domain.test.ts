import { expect, it } from 'vitest';
import { mistakenRule, otherBankDue } from './mistaken-rule.domain.ts';

it.each([
  ['2026-11-20', 'tenDays'],
  ['2026-12-04', 'tenDays'],
  ['2026-12-05', 'sevenMonths'],
  ['2027-06-20', 'sevenMonths'],
  ['2027-06-21', 'consent'],
] as const)('a payment of 20 November that is asked back on %s falls under %s', (today, rule) => {
  // Ten business days after Friday 20 November: Friday 4 December.
  expect(mistakenRule({ paidOn: '2026-11-20', tenDaysEnd: '2026-12-04' }, today)).toBe(rule);
});

const calendar = {
  from: '2026-01-01',
  to: '2027-12-31',
  holidays: new Set(['2026-12-25', '2026-12-28', '2027-01-01']),
};

// Asked on Friday 20 November 2026. 5 business days: the Friday after. 10: Friday 4 December. 22: four weeks end on
// Friday 18 December, then Monday and Tuesday.
it.each([
  ['tenDays', '2026-11-27', '2026-12-04'],
  ['sevenMonths', '2026-11-27', '2026-12-22'],
  ['consent', '2026-11-27', ''],
] as const)(
  'another bank that is asked under %s answers until %s and sends back until %j',
  (rule, acknowledged, back) => {
    expect(otherBankDue(calendar, '2026-11-20', rule)).toEqual({ acknowledged, back });
  },
);

it('holidays of the other bank are no business days', () => {
  // Asked on Wednesday 16 December: 17, 18, 21 to 24, 29 to 31 December, 4 January.
  expect(otherBankDue(calendar, '2026-12-16', 'tenDays').back).toBe('2027-01-04');
});
