import { expect, it } from 'vitest';
import { daysUntil, mistakenDue, caseDue } from './deadline.domain.ts';

const calendar = {
  from: '2026-01-01',
  to: '2027-12-31',
  holidays: new Set(['2026-12-25', '2026-12-28', '2027-01-01']),
};

it.each([
  // Friday 20 November: Monday to Friday of the week after.
  ['2026-11-20', 'Asked', '2026-11-27'],
  // Wednesday 23 December: 24, 29, 30, 31 December and 4 January.
  ['2026-12-23', 'Asked', '2027-01-04'],
  // 30 business days are six weeks, and three more for the holidays.
  ['2026-11-20', 'Requested', '2027-01-06'],
] as const)('a payment reported on %s that is %s is due on %s', (on, state, due) => {
  expect(mistakenDue(calendar, on, state)).toBe(due);
});

it('a report of a scam is due after 30 days, and is overdue after that day', () => {
  expect(caseDue('2026-11-20')).toBe('2026-12-20');
  expect([daysUntil('2026-11-28', '2026-11-26'), daysUntil('2026-11-20', '2026-11-26')]).toEqual([2, -6]);
});
