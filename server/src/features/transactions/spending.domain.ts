import type { SpendingCategory } from '@wattle/contract/transactions/transaction.ts';

const MONTHS_SHOWN = 6;

/** First days of the six months that end with the month of a Melbourne day, oldest first. */
export function monthsShown(day: string): string[] {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7)) - 1;
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const count = year * 12 + month - (MONTHS_SHOWN - 1 - index);
    return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`;
  });
}

export type Spent = {
  readonly month: string;
  readonly category: SpendingCategory;
  readonly cents: bigint;
  readonly cents_to_date: bigint;
};

type OfCategory = { readonly month: string; readonly category: SpendingCategory; readonly cents: bigint };

export type SpendingPicture = {
  readonly months: readonly { readonly month: string; readonly cents: bigint }[];
  /** Categories of the last month, and of those before it, the largest of a month first. */
  readonly categories: readonly OfCategory[];
  readonly earlier: readonly OfCategory[];
  /** Spent in the month before by the same day. */
  readonly previousToDate: bigint;
};

/** Rows of the rollup as the months of the chart. A month without a row is zero. */
export function pictureOf(months: readonly string[], rows: readonly Spent[]): SpendingPicture {
  const current = months.at(-1);
  const previous = months.at(-2);
  const sum = (wanted: readonly Spent[], of: 'cents' | 'cents_to_date') =>
    wanted.reduce((total, row) => total + row[of], 0n);
  const byAmount = rows
    .map(({ month, category, cents }) => ({ month, category, cents }))
    .toSorted((a, b) => Number(b.cents - a.cents) || a.category.localeCompare(b.category));
  return {
    months: months.map((month) => ({
      month,
      cents: sum(
        rows.filter((row) => row.month === month),
        'cents',
      ),
    })),
    categories: byAmount.filter((row) => row.month === current),
    earlier: byAmount.filter((row) => row.month !== current),
    previousToDate: sum(
      rows.filter((row) => row.month === previous),
      'cents_to_date',
    ),
  };
}
