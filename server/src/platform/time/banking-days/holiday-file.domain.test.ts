import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHolidayFile, yearsOf } from './holiday-file.domain.ts';

const OWN = readFileSync(path.join(import.meta.dirname, 'holidays.csv'), 'utf8');
const findingsOf = (text: string) => readHolidayFile(text).findings;

/** The Easter Sundays of the published tables. */
const EASTER =
  '2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05'.split(
    ' ',
  );

/** A year of one state with the days of fixed rules. */
const year = (state: string, number: number, [friday, monday]: readonly [string, string]) =>
  ['01-01', friday, monday, '04-25', '12-25', '12-26'].map((day) => `${state},${number}-${day},A day`);
const fileOf = (...lines: readonly string[]) => ['state,date,name', ...lines, ''].join('\n');
const YEAR_2026 = [...year('NSW', 2026, ['04-03', '04-06']), ...year('VIC', 2026, ['04-03', '04-06'])];

describe('the holidays shipped with the program', () => {
  it('can be loaded and cover 2024 to 2037', () => {
    const { holidays, findings } = readHolidayFile(OWN);
    expect(findings).toEqual([]);
    expect(yearsOf(holidays)).toEqual(Array.from({ length: 14 }, (_, n) => 2024 + n));
  });

  it('have the correct Easter dates', () => {
    const { holidays } = readHolidayFile(OWN);
    for (const state of ['NSW', 'VIC']) {
      const sundays = holidays.filter((each) => each.state === state && each.name === 'Easter Sunday');
      expect(sundays.map(({ day }) => day)).toEqual(EASTER);
    }
  });
});

describe('a file of holidays', () => {
  it('is valid with the fixed-rule holidays of both states', () => {
    expect(findingsOf(fileOf(...YEAR_2026))).toEqual([]);
    expect(findingsOf(fileOf(...YEAR_2026).replaceAll('\n', '\r\n'))).toEqual([]);
  });

  it.each([
    ['QLD,2026-05-04,Labour Day', 'line 14: the state must be NSW or VIC'],
    ['NSW,2026-02-29,A day', 'line 14: the date must be a day, as 2026-01-26'],
    ['NSW,26/01/2026,A day', 'line 14: the date must be a day, as 2026-01-26'],
    ['NSW,2026-01-27', 'line 14: the name must have 1 to 60 characters and no comma'],
    ['NSW,2026-01-27,One, two', 'line 14: the name must have 1 to 60 characters and no comma'],
    ['NSW,2026-04-25,Again', 'NSW 2026-04-25: stands there twice'],
  ])('with %s is refused', (line, finding) => {
    expect(findingsOf(fileOf(...YEAR_2026, line))).toEqual([finding]);
  });

  it('that lacks a fixed-rule holiday or a year is refused', () => {
    expect(findingsOf(fileOf(...YEAR_2026.filter((line) => !line.startsWith('VIC,2026-04-06'))))).toEqual([
      'VIC 2026-04-06: is missing',
    ]);
    const twoYears = [...YEAR_2026, ...year('NSW', 2028, ['04-14', '04-17']), ...year('VIC', 2028, ['04-14', '04-17'])];
    expect(findingsOf(fileOf(...twoYears)).filter((finding) => finding.includes('2027'))).toHaveLength(12);
  });

  it('without a header or without a holiday is refused', () => {
    expect(findingsOf(YEAR_2026.join('\n'))[0]).toBe('line 1: must be state,date,name');
    expect(findingsOf('state,date,name\n')).toEqual(['there is no holiday in it']);
  });
});
