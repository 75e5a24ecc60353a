import type { SandboxDesk, SandboxSettled } from './sandbox.ts';

/**
 * Faults of settlements from now on. `late`: they are not complete. `short`: the newest line of a day is
 * missing. `wrong`: it has a cent too much; right again, the day is a corrected one.
 */
export const FAKE_REPORTS = ['right', 'late', 'short', 'wrong'] as const;
export type FakeReport = (typeof FAKE_REPORTS)[number];

/** Cents of the programme's balance at each processor of the sandbox before anything is settled. */
const BALANCE = 10_000_000;

const inDollars = (desk: SandboxDesk<unknown>) =>
  (desk.state().settled ?? []).filter(({ currency }) => currency.toUpperCase() === 'AUD');

/** Money that was settled between two moments, with what is wrong with the report. */
export function settledBetween(
  desk: SandboxDesk<unknown>,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  report: FakeReport,
): readonly SandboxSettled[] {
  const found = inDollars(desk).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const newest = found.at(-1);
  if (report === 'short') return found.slice(0, -1);
  if (report !== 'wrong' || !newest) return found;
  return [...found.slice(0, -1), { ...newest, cents: newest.cents + Math.sign(newest.cents) }];
}

export const balanceAt = (desk: SandboxDesk<unknown>): number =>
  inDollars(desk).reduce((sum, { cents }) => sum + cents, BALANCE);

/** At most so many rows after one, and whether there are more. */
export function pageAfter<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  { after, most }: { readonly after: string | null; readonly most: number },
): { readonly page: readonly Row[]; readonly hasMore: boolean } {
  const from = rows.findIndex((row) => idOf(row) === after) + 1;
  return { page: rows.slice(from, from + most), hasMore: from + most < rows.length };
}
