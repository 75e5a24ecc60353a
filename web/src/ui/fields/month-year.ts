import { isBlank, plainText } from '@wattle/contract/rules/typed-text.ts';
/** Month of a year as typed, `yyyy-mm`, also incomplete: `2029-`, `-9`. The ends of a range are complete: `2026-11`. */
export type MonthRange = { readonly first: string; readonly last: string };
export type MonthYearProblem = 'selectMonth' | 'selectListedMonth' | 'selectYear' | 'selectListedYear';

const two = (value: number) => String(value).padStart(2, '0');

function numberOf(typed: string): number | null {
  const digits = plainText(typed);
  return /^\d{1,4}$/.test(digits) ? Number(digits) : null;
}

export function monthYearParts(written: string): { readonly year: string; readonly month: string } {
  const [year = '', month = ''] = written.split('-');
  return { year, month };
}

/** Month a number of months later or earlier. */
export function addMonths(month: string, count: number): string {
  const [year = 0, oneBased = 1] = month.split('-').map(Number);
  const months = year * 12 + oneBased - 1 + count;
  return `${Math.floor(months / 12)}-${two((((months % 12) + 12) % 12) + 1)}`;
}

export function yearsOf({ first, last }: MonthRange): number[] {
  const from = Number(first.slice(0, 4));
  return Array.from({ length: Number(last.slice(0, 4)) - from + 1 }, (_, index) => from + index);
}

/** Selectable months of a year; all twelve while the year is unknown. */
export function monthsOf(typedYear: string, { first, last }: MonthRange): number[] {
  const all = Array.from({ length: 12 }, (_, index) => index + 1);
  const year = numberOf(typedYear);
  if (year === null) return all;
  const within = all.filter((month) => `${year}-${two(month)}` >= first && `${year}-${two(month)}` <= last);
  // For a year out of range the year is the problem, not its months.
  return within.length > 0 ? within : all;
}

/** First problem of a typed month, or the month as `2029-09`. */
export function checkMonthYear(
  written: string,
  range: MonthRange,
): { readonly problem: MonthYearProblem; readonly month: null } | { readonly problem: null; readonly month: string } {
  const typed = monthYearParts(written);
  const year = numberOf(typed.year);
  const month = numberOf(typed.month);
  if (isBlank(typed.month)) return { problem: 'selectMonth', month: null };
  if (month === null || !monthsOf(typed.year, range).includes(month)) {
    return { problem: 'selectListedMonth', month: null };
  }
  if (isBlank(typed.year)) return { problem: 'selectYear', month: null };
  if (year === null || !yearsOf(range).includes(year)) return { problem: 'selectListedYear', month: null };
  return { problem: null, month: `${year}-${two(month)}` };
}
