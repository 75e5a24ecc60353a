import type { Statement } from '@wattle/contract/statements/statements.ts';

export type YearOfStatements = {
  /** First and last month of the financial year, as `2026-07`. */
  readonly from: string;
  readonly to: string;
  /** It has not ended. */
  readonly isCurrent: boolean;
  readonly statements: readonly Statement[];
};

const JULY = 7;

/** The year in which the financial year of a day began: it runs from 1 July. */
export function startYear(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month >= JULY ? year : year - 1;
}

/** `2025–26`. */
export function yearName(from: number): string {
  return `${from}–${String(from + 1).slice(2)}`;
}

/** Statements, newest first, by the financial year in which their period ends. */
export function byFinancialYear(statements: readonly Statement[], today: string): YearOfStatements[] {
  const years = new Map<number, Statement[]>();
  for (const statement of statements) {
    const year = startYear(statement.PeriodEnd);
    years.set(year, [...(years.get(year) ?? []), statement]);
  }
  return [...years].map(([year, those]) => ({
    from: `${year}-07`,
    to: `${year + 1}-06`,
    isCurrent: year === startYear(today),
    statements: those,
  }));
}

/** Interest net of withholding tax, computed in cents. */
export function received(earned: number, withheld: number): number {
  return (Math.round(earned * 100) - Math.round(withheld * 100)) / 100;
}
