import { describe, expect, it } from 'vitest';
import { birthYears, checkDateOfBirth, daysInMonth } from './date-of-birth.ts';

const TODAY = { today: '2026-11-20' };

describe('a date of birth', () => {
  it.each([
    ['7/3/1991', '1991-03-07'],
    ['07/03/1991', '1991-03-07'],
    [' 7 / 3 / 1991 ', '1991-03-07'],
    ['29/2/2000', '2000-02-29'],
    ['29/2/2024', '2024-02-29'],
    ['31/12/1905', '1905-12-31'],
    ['20/11/2024', '2024-11-20'],
  ])('may be written %s', (written, isoDate) => {
    expect(checkDateOfBirth(written, TODAY)).toEqual({ problem: null, isoDate });
  });

  it.each([
    ['', 'selectDay'],
    ['/3/1991', 'selectDay'],
    ['7//1991', 'selectMonth'],
    ['7/3/', 'selectYear'],
    ['0/3/1991', 'selectDayOfMonth'],
    ['31/4/1991', 'selectDayOfMonth'],
    ['29/2/2023', 'selectDayOfMonth'],
    // 1900 is in no list, so its February does not matter.
    ['29/2/1900', 'selectListedYear'],
    ['29/2/1991', 'selectDayOfMonth'],
    ['7/13/1991', 'selectListedMonth'],
    ['7/0/1991', 'selectListedMonth'],
    ['7/3/91', 'selectListedYear'],
    ['7/3/2025', 'selectListedYear'],
    ['7/3/1904', 'selectListedYear'],
    ['7/3/19911', 'selectListedYear'],
    ['1e1/3/1991', 'selectDayOfMonth'],
    ['-7/3/1991', 'selectDayOfMonth'],
  ])('is not “%s”: %s', (written, problem) => {
    expect(checkDateOfBirth(written, TODAY).problem).toBe(problem);
  });

  it.each([
    ['2026-11-20', '20/11/2010', null],
    ['2026-11-20', '21/11/2010', 'osMinAgeAlertMessage'],
    ['2026-11-20', '20/11/2009', null],
    // 2027 has no 29 February.
    ['2027-02-28', '28/2/2011', null],
    ['2028-02-28', '29/2/2012', 'osMinAgeAlertMessage'],
    ['2028-02-29', '29/2/2012', null],
  ])('on %s makes somebody born on %s old enough for 16, or not: %s', (today, written, problem) => {
    expect(checkDateOfBirth(written, { today, minimumAge: 16 }).problem).toBe(problem);
  });

  it('of a leap day reaches 18 on 1 March and not on 28 February', () => {
    const born = '29/2/2008';
    expect(checkDateOfBirth(born, { today: '2026-02-28', minimumAge: 18 }).problem).toBe('osMinAgeAlertMessage');
    expect(checkDateOfBirth(born, { today: '2026-03-01', minimumAge: 18 }).problem).toBeNull();
  });

  it('offers 120 years that end two years ago', () => {
    expect(birthYears(TODAY)).toEqual({ first: 1905, last: 2024 });
    expect(birthYears({ today: '2026-11-20', youngestYears: 10, listedYears: 5 })).toEqual({ first: 2012, last: 2016 });
  });
});

it.each([
  [null, null, 31],
  [null, 1991, 31],
  [1, 1991, 31],
  [4, null, 30],
  [2, null, 29],
  [2, 1991, 28],
  [2, 1996, 29],
  [2, 1900, 28],
  [2, 2000, 29],
  [2, 19, 28],
  [12, 2026, 31],
])('month %s of year %s has %s days', (month, year, days) => {
  expect(daysInMonth(month, year)).toBe(days);
});
