import { addMonths, checkMonthYear, type MonthRange, type MonthYearProblem } from '../../ui/fields/month-year.ts';

/** Months as they are typed: `2026-7`. */
export type Months = { readonly from: string; readonly to: string };

export const PRESETS = ['thisMonth', 'sinceJuly', 'lastTaxYear'] as const;
export type Preset = (typeof PRESETS)[number];

/** How far back months can be chosen: seven years, as records are kept. */
const YEARS = 7;

/** Months that can be chosen on a day. */
export function exportRange(today: string): MonthRange {
  const last = today.slice(0, 7);
  return { first: addMonths(last, -12 * YEARS), last };
}

/** The tax year begins on 1 July. */
export function monthsOfPreset(preset: Preset, today: string): Months {
  const thisMonth = today.slice(0, 7);
  const year = Number(today.slice(0, 4));
  const begun = thisMonth >= `${year}-07` ? year : year - 1;
  const asTyped = (month: string) => month.replace('-0', '-');
  switch (preset) {
    case 'thisMonth':
      return { from: asTyped(thisMonth), to: asTyped(thisMonth) };
    case 'sinceJuly':
      return { from: `${begun}-7`, to: asTyped(thisMonth) };
    case 'lastTaxYear':
      return { from: `${begun - 1}-7`, to: `${begun}-6` };
  }
}

type Wrong = {
  readonly field: 'from' | 'to';
  /** A key of texts. */
  readonly words: 'export.fieldsInvalid' | 'export.fromAfterTo';
  readonly part?: MonthYearProblem;
};

/** The months as `2026-07`, or the first problem with them. */
export function checkMonths(
  { from, to }: Months,
  range: MonthRange,
): { readonly wrong: Wrong } | { readonly wrong: null; readonly fromMonth: string; readonly toMonth: string } {
  const first = checkMonthYear(from, range);
  if (first.problem !== null) return { wrong: { field: 'from', words: 'export.fieldsInvalid', part: first.problem } };
  const last = checkMonthYear(to, range);
  if (last.problem !== null) return { wrong: { field: 'to', words: 'export.fieldsInvalid', part: last.problem } };
  if (first.month > last.month) return { wrong: { field: 'from', words: 'export.fromAfterTo' } };
  return { wrong: null, fromMonth: first.month, toMonth: last.month };
}

/** The last day of a month: `2026-07` gives `2026-07-31`. */
export function lastDayOf(month: string): string {
  const [year = 0, oneBased = 1] = month.split('-').map(Number);
  return `${month}-${new Date(Date.UTC(year, oneBased, 0)).getUTCDate()}`;
}
