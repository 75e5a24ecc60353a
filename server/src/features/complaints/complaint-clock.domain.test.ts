import { describe, expect, it } from 'vitest';
import type { BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import { acknowledgeBy, answerBy, isSolvedEarly } from './complaint-clock.domain.ts';

// Christmas 2026 is a Friday, Boxing Day is observed on Monday the 28th. Easter 2027: 26 to 29 March; Anzac Day is a
// Sunday in 2027.
const CALENDAR: BankingCalendar = {
  from: '2026-01-01',
  to: '2027-12-31',
  holidays: new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2027-01-26', '2027-03-26', '2027-03-29']),
};
const at = (iso: string) => Date.parse(iso);

describe('a complaint is acknowledged by the same time of the next business day', () => {
  it.each([
    ['a Wednesday', '2026-11-25T13:40:00+11:00', '2026-11-26T13:40:00+11:00'],
    ['a Friday', '2026-11-27T15:00:00+11:00', '2026-11-30T15:00:00+11:00'],
    ['a Saturday', '2026-11-28T10:00:00+11:00', '2026-11-30T10:00:00+11:00'],
    ['a Sunday', '2026-11-29T14:41:00+11:00', '2026-11-30T14:41:00+11:00'],
    // Still Thursday in UTC.
    ['a Friday just after midnight in Melbourne', '2026-11-27T00:10:00+11:00', '2026-11-30T00:10:00+11:00'],
    ['the day before Christmas', '2026-12-24T09:00:00+11:00', '2026-12-29T09:00:00+11:00'],
    ['the Thursday before Easter', '2027-03-25T17:30:00+11:00', '2027-03-30T17:30:00+11:00'],
    // Summer time ends on Sunday 4 April 2027: 73 hours later by the same clock.
    ['a Friday before clocks go back', '2027-04-02T09:00:00+11:00', '2027-04-05T09:00:00+10:00'],
  ])('from %s', (_, opened, by) => expect(acknowledgeBy(CALENDAR, at(opened))).toBe(at(by)));
});

describe('a complaint is answered by the 30th day, or the last business day before it', () => {
  it.each([
    // Day 30 is Christmas Day.
    ['2026-11-25T13:40:00+11:00', '2026-12-24'],
    // Boxing Day as observed, after a weekend and Christmas.
    ['2026-11-28T09:00:00+11:00', '2026-12-24'],
    ['2026-11-29T14:41:00+11:00', '2026-12-29'],
    // A Sunday.
    ['2026-12-04T09:00:00+11:00', '2026-12-31'],
    ['2027-02-01T23:59:00+11:00', '2027-03-03'],
  ])('from %s: %s', (opened, by) => expect(answerBy(CALENDAR, at(opened))).toBe(by));
});

describe('a complaint that is solved within 5 business days needs no written answer', () => {
  it.each([
    ['2026-11-25T13:40:00+11:00', '2026-12-02T23:00:00+11:00', true],
    ['2026-11-25T13:40:00+11:00', '2026-12-03T00:01:00+11:00', false],
    // Over Christmas: 24, 29, 30 and 31 December, 4 January.
    ['2026-12-23T10:00:00+11:00', '2027-01-04T12:00:00+11:00', true],
    ['2026-12-23T10:00:00+11:00', '2027-01-05T00:00:00+11:00', false],
  ])('opened %s, solved %s: %s', (opened, solved, is) =>
    expect(isSolvedEarly(CALENDAR, at(opened), at(solved))).toBe(is),
  );
});
