import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addBankingDays,
  type BankingCalendar,
  bankingDayFrom,
  isBankingDay,
  nextBankingDay,
  valueDate,
} from './banking-days.domain.ts';
import { readHolidayFile } from './holiday-file.domain.ts';

const { holidays } = readHolidayFile(readFileSync(path.join(import.meta.dirname, 'holidays.csv'), 'utf8'));
const daysOf = (state: string) => new Set(holidays.filter((each) => each.state === state).map(({ day }) => day));
const calendar: BankingCalendar = {
  from: '2024-01-01',
  to: '2037-12-31',
  holidays: daysOf('NSW').intersection(daysOf('VIC')),
};

function weekdaysOff(year: number): string[] {
  const days = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(year, 0, 1 + n)))
    .filter((date) => date.getUTCFullYear() === year && ![0, 6].includes(date.getUTCDay()))
    .map((date) => date.toISOString().slice(0, 10));
  return days.filter((day) => !isBankingDay(calendar, day));
}

describe('banking days', () => {
  // By the Public Holidays Acts of both states, computed by hand.
  it.each([
    [2026, '01-01 01-26 04-03 04-06 06-08 12-25 12-28'],
    [2027, '01-01 01-26 03-26 03-29 06-14 12-27 12-28'],
    [2028, '01-03 01-26 04-14 04-17 04-25 06-12 12-25 12-26'],
    [2032, '01-01 01-26 03-26 03-29 06-14 12-27 12-28'],
    [2033, '01-03 01-26 04-15 04-18 04-25 06-13 12-26 12-27'],
    [2034, '01-02 01-26 04-07 04-10 04-25 06-12 12-25 12-26'],
    [2037, '01-01 01-26 04-03 04-06 06-08 12-25 12-28'],
  ])('of %i are the weekdays except %s', (year, days) => {
    expect(weekdaysOff(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  it('have 85 holidays on weekdays from 2026 to 2036', () => {
    expect(Array.from({ length: 11 }, (_, n) => weekdaysOff(2026 + n)).flat()).toHaveLength(85);
  });

  it.each([
    ['Melbourne Cup Day', '2026-11-03'],
    ['the Labour Day of Victoria', '2026-03-09'],
    ['the Labour Day of New South Wales', '2026-10-05'],
    ['the Friday before the Grand Final', '2026-09-25'],
    ['the additional Anzac Day of New South Wales', '2026-04-27'],
  ])('include %s, which only one state observes', (_, day) => {
    expect(isBankingDay(calendar, day)).toBe(true);
  });

  it('exclude Saturdays and Sundays', () => {
    expect(isBankingDay(calendar, '2026-11-20')).toBe(true);
    expect(isBankingDay(calendar, '2026-11-21')).toBe(false);
    expect(isBankingDay(calendar, '2026-11-22')).toBe(false);
  });

  it('are unknown outside the loaded years', () => {
    expect(() => isBankingDay(calendar, '2038-01-04')).toThrow(RangeError);
    expect(() => isBankingDay(calendar, '2023-12-29')).toThrow(RangeError);
    expect(() => nextBankingDay(calendar, '2037-12-31')).toThrow(RangeError);
  });
});

describe('counting banking days', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-12-24', 1, '2026-12-29'],
    ['2026-12-24', 3, '2026-12-31'],
    ['2027-03-25', 2, '2027-03-31'],
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-23', -1, '2026-11-20'],
    ['2026-12-29', -3, '2026-12-22'],
  ])('from %s by %i ends on %s', (day, count, expected) => {
    expect(addBankingDays(calendar, day, count)).toBe(expected);
  });

  it('forward and back returns to the same banking day', () => {
    const day = fc
      .integer({ min: 0, max: 4_000 })
      .map((n) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 30 }), (from, count) => {
        const start = bankingDayFrom(calendar, from);
        expect(addBankingDays(calendar, addBankingDays(calendar, start, count), -count)).toBe(start);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves a banking day and moves any other day to the next', () => {
    expect(bankingDayFrom(calendar, '2026-11-20')).toBe('2026-11-20');
    expect(bankingDayFrom(calendar, '2026-11-21')).toBe('2026-11-23');
    expect(bankingDayFrom(calendar, '2026-12-25')).toBe('2026-12-29');
  });
});

describe('the value date', () => {
  it.each([
    // +11:00 while daylight saving lasts, else +10:00.
    ['16:00', '2026-11-20T04:59:59.999Z', '2026-11-20'],
    ['16:00', '2026-11-20T05:00:00.000Z', '2026-11-23'],
    ['16:00', '2026-07-01T05:59:59.999Z', '2026-07-01'],
    ['16:00', '2026-07-01T06:00:00.000Z', '2026-07-02'],
    // The first and the last weekday of a daylight saving.
    ['16:00', '2026-10-02T05:59:59Z', '2026-10-02'],
    ['16:00', '2026-10-05T04:59:59Z', '2026-10-05'],
    ['16:00', '2026-10-05T05:00:00Z', '2026-10-06'],
    ['16:00', '2027-04-02T04:59:59Z', '2027-04-02'],
    ['16:00', '2027-04-05T05:59:59Z', '2027-04-05'],
    // Friday evening in UTC is Saturday in Melbourne.
    ['16:00', '2026-11-20T13:30:00Z', '2026-11-23'],
    ['17:00', '2026-12-24T05:59:59Z', '2026-12-24'],
    ['17:00', '2026-12-24T06:00:00Z', '2026-12-29'],
    ['17:00', '2027-03-25T06:00:00Z', '2027-03-30'],
    ['16:00', '2026-12-25T01:00:00Z', '2026-12-29'],
  ])('with a cut-off of %s, at %s, is %s', (cutOff, at, expected) => {
    expect(valueDate(calendar, cutOff, Date.parse(at))).toBe(expected);
  });
});
