import { isBlank, plainText } from './typed-text.ts';
/**
 * Rules of a date of birth, for the field and for the server. A date is written as it is typed,
 * `day/month/year` (on the wire `dd/mm/yyyy`), so that a half-typed one has a form too: `7//1991`.
 * Days are plain calendar days; `today` is handed in, because business time belongs to the server.
 */
export type DatePart = 'day' | 'month' | 'year';
export type DateParts = Readonly<Record<DatePart, string>>;

/** Names of texts: a part is missing, or cannot be chosen. The last one names the age. */
export type DateOfBirthProblem =
  | 'selectDay'
  | 'selectDayOfMonth'
  | 'selectMonth'
  | 'selectListedMonth'
  | 'selectYear'
  | 'selectListedYear'
  | 'osMinAgeAlertMessage';

export type DateOfBirthRule = {
  /** The business day, `2026-11-20`. */
  readonly today: string;
  /** Whole years that someone must have turned, if there is a limit. */
  readonly minimumAge?: number;
  /** Age of the last year of the list. */
  readonly youngestYears?: number;
  /** How many years the list has. */
  readonly listedYears?: number;
};

const YOUNGEST_YEARS = 2;
const LISTED_YEARS = 120;

/** Days of a month; an unknown month has 31, February in an unknown year 29. */
export function daysInMonth(month: number | null, year: number | null): number {
  if (month === null) return 31;
  // 2000 was a leap year. Day 0 is the last one of the month before. `setUTCFullYear` does not change years under 100,
  // which are half typed.
  const lastDay = new Date(Date.UTC(2000, 0, 1));
  lastDay.setUTCFullYear(year ?? 2000, month, 0);
  return lastDay.getUTCDate();
}

/** First and last year that can be chosen: 120 years, the last one 2 years ago. */
export function birthYears(rule: DateOfBirthRule): { readonly first: number; readonly last: number } {
  const last = Number(rule.today.slice(0, 4)) - (rule.youngestYears ?? YOUNGEST_YEARS);
  return { first: last - (rule.listedYears ?? LISTED_YEARS) + 1, last };
}

/** The three fields of a written date; what is missing is empty. */
export function datePartsOf(written: string): DateParts {
  const [day = '', month = '', year = ''] = written.split('/');
  return { day, month, year };
}

/** The whole number that was typed, if it lies within the bounds; spaces and leading zeros do not matter. */
export function numberWithin(typed: string, first: number, last: number): number | null {
  const digits = plainText(typed);
  if (!/^\d{1,4}$/.test(digits)) return null;
  const value = Number(digits);
  return value >= first && value <= last ? value : null;
}

const two = (value: number) => String(value).padStart(2, '0');

type Checked =
  | { readonly problem: DateOfBirthProblem; readonly isoDate: null }
  | { readonly problem: null; readonly isoDate: string };

/** Checks a written date of birth: its first problem, or the date as `1991-03-07`. */
export function checkDateOfBirth(written: string, rule: DateOfBirthRule): Checked {
  const parts = datePartsOf(written);
  const years = birthYears(rule);
  const year = numberWithin(parts.year, years.first, years.last);
  const month = numberWithin(parts.month, 1, 12);
  const day = numberWithin(parts.day, 1, daysInMonth(month, year));
  const isEmpty = (part: DatePart) => isBlank(parts[part]);
  if (day === null) return { problem: isEmpty('day') ? 'selectDay' : 'selectDayOfMonth', isoDate: null };
  if (month === null) return { problem: isEmpty('month') ? 'selectMonth' : 'selectListedMonth', isoDate: null };
  if (year === null) return { problem: isEmpty('year') ? 'selectYear' : 'selectListedYear', isoDate: null };
  const monthAndDay = `${two(month)}-${two(day)}`;
  if (rule.minimumAge !== undefined && isYounger(`${year}-${monthAndDay}`, rule.minimumAge, rule.today)) {
    return { problem: 'osMinAgeAlertMessage', isoDate: null };
  }
  return { problem: null, isoDate: `${year}-${monthAndDay}` };
}

/** The same for a date as the wire has it, `1990-02-01`. */
export function checkIsoDateOfBirth(isoDate: string, rule: DateOfBirthRule) {
  return checkDateOfBirth(isoDate.split('-').toReversed().join('/'), rule);
}

/** Whether someone born on a day (`1990-02-01`) has not reached that age; false for an empty day. */
export function isYounger(isoDate: string, age: number, today: string): boolean {
  // Compared as text: someone born on 29 February reaches the age on 1 March in a year without that day.
  return isoDate !== '' && `${Number(isoDate.slice(0, 4)) + age}${isoDate.slice(4)}` > today;
}
