import { calendarDay } from '@wattle/contract/rules/calendar-day.ts';
import { inPlainForm, isBlank, lineText } from '@wattle/contract/rules/typed-text.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import type { SpendingCategory, Transaction } from '@wattle/contract/transactions/transaction.ts';

export const FILTERS = ['all', 'in', 'out', 'declined'] as const;
export type Filter = (typeof FILTERS)[number];

export const PAGE_SIZES = [10, 20, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Filters of the list. An empty text filters nothing. */
export type Search = {
  readonly text: string;
  readonly filter: Filter;
  readonly category: SpendingCategory | '';
  /** Days, `2026-11-19`; both are included. */
  readonly from: string;
  readonly to: string;
  /** Amounts as typed, without a sign; both are included. */
  readonly atLeast: string;
  readonly atMost: string;
};

export const NO_SEARCH: Search = {
  text: '',
  filter: 'all',
  category: '',
  from: '',
  to: '',
  atLeast: '',
  atMost: '',
};

/** Largest amount that the server compares with. */
const MOST_DOLLARS = 99_999_999.99;

/** Typed bounds of the amount in dollars; undefined: none, or not an amount yet. */
export function amountsOf({ atLeast, atMost }: Pick<Search, 'atLeast' | 'atMost'>) {
  const dollarsOf = (typed: string) => {
    const typedCents = amountInCents(typed);
    return typedCents === null ? undefined : Math.min(typedCents / 100, MOST_DOLLARS);
  };
  return { atLeast: dollarsOf(atLeast), atMost: dollarsOf(atMost) };
}

export function isNarrowed(search: Search): boolean {
  const { text, filter, category, from, to } = search;
  const { atLeast, atMost } = amountsOf(search);
  const hasAmounts = atLeast !== undefined || atMost !== undefined;
  return !isBlank(text) || filter !== 'all' || category !== '' || from !== '' || to !== '' || hasAmounts;
}

/** Rows of one day in the zone of the brand, newest first. */
export type Day = {
  /** `2026-11-19` */
  readonly day: string;
  readonly rows: readonly Transaction[];
  /** Total of the day in cents, or null where some of its rows are not loaded. */
  readonly totalCents: number | null;
};

export function cents(dollars: number): number {
  return Math.round(dollars * 100);
}

export function pendingOf(rows: readonly Transaction[]): Transaction[] {
  return rows.filter((row) => row.IsPending && !row.HideAmount);
}

/** Whether nothing was taken for a purchase: it was declined, or has lapsed. */
export function isFailed(row: Pick<Transaction, 'IsDeclined' | 'LapseReason'>): boolean {
  return row.IsDeclined || row.LapseReason !== null;
}

/** A refund that is announced and has moved no money. */
export function isComing(row: Pick<Transaction, 'IsPending' | 'Kind'>): boolean {
  return row.IsPending && row.Kind === 'refund';
}

/** Declined and lapsed rows. */
export function declinedOf(rows: readonly Transaction[]): Transaction[] {
  return rows.filter((row) => isFailed(row) && !row.HideAmount);
}

export function postedOf(rows: readonly Transaction[]): Transaction[] {
  return rows.filter((row) => row.Sequence !== null && !row.IsPending && !row.IsDeclined);
}

/** Total held for pending purchases including fees, in cents. Debits are negative and count as positive; refunds do not count. */
export function heldCents(pending: readonly Transaction[]): number {
  return pending
    .filter((row) => !isComing(row))
    .reduce((sum, row) => sum + cents(row.HeldFee ?? 0) - cents(row.Amount), 0);
}

/** Reason why a row needs an explanation; null: it needs none. */
export type Explained = 'part' | 'heldMore' | 'coming' | 'declined' | 'lapsed' | 'tookMore';

export function explainedOf(row: Transaction): Explained | null {
  if (row.IsDeclined) return 'declined';
  if (row.LapseReason !== null) return 'lapsed';
  if (isComing(row)) return 'coming';
  if (row.ApprovedAmount !== null) return 'tookMore';
  if (row.AskedAmount === null) return null;
  return cents(row.AskedAmount) > Math.abs(cents(row.Amount)) ? 'part' : 'heldMore';
}

/**
 * The posted rows that are loaded, with the declined ones of the same days between them. A declined
 * row older than what is loaded waits until its day is loaded, so that load more only adds below.
 */
export function withDeclined(
  posted: readonly Transaction[],
  declined: readonly Transaction[],
  hasMore: boolean,
): Transaction[] {
  const oldest = posted.at(-1)?.TransactionDate;
  const shown = hasMore && oldest ? declined.filter((row) => row.TransactionDate >= oldest) : declined;
  // Posted rows keep the order of their Sequence, whatever their dates say: the balance follows it.
  const rest = [...shown].sort((a, b) => (a.TransactionDate < b.TransactionDate ? 1 : -1));
  const merged: Transaction[] = [];
  for (const row of posted) {
    while (rest[0] && rest[0].TransactionDate > row.TransactionDate) merged.push(rest.shift() as Transaction);
    merged.push(row);
  }
  return [...merged, ...rest];
}

/**
 * Days of a list. A day has no total when the list has only some of its rows (a search, or a page that ends within the
 * day).
 */
export function byDay(
  rows: readonly Transaction[],
  timeZone: string,
  whole: { readonly all: boolean; readonly hasMore: boolean },
): Day[] {
  const days: { day: string; rows: Transaction[] }[] = [];
  for (const row of rows) {
    const day = calendarDay(new Date(row.TransactionDate), timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days.map((entry, index) => {
    const isCut = whole.hasMore && index === days.length - 1;
    const moved = entry.rows.filter((row) => !isFailed(row) && !row.HideAmount);
    const total = moved.reduce((sum, row) => sum + cents(row.Amount), 0);
    return { ...entry, totalCents: whole.all && !isCut && moved.length > 0 ? total : null };
  });
}

/** Rows under their months, `2026-11-01`. A late posting may repeat the heading of its month. */
export function byMonth(rows: readonly Transaction[], timeZone: string): { month: string; rows: Transaction[] }[] {
  const months: { month: string; rows: Transaction[] }[] = [];
  for (const row of rows) {
    const month = `${calendarDay(new Date(row.TransactionDate), timeZone).slice(0, 7)}-01`;
    const known = months.find((other) => other.month === month);
    if (known) known.rows.push(row);
    else months.push({ month, rows: [row] });
  }
  return months;
}

/** Number and sums of rows, in dollars; both sums are positive. */
export type Sums = { readonly count: number; readonly moneyIn: number; readonly moneyOut: number };

/** Sums with those of rows on this device: what is listed is what is added up. Failed rows moved no money. */
export function addSums(sums: Sums, rows: readonly Transaction[]): Sums {
  const moved = rows.filter((row) => !isFailed(row) && !row.HideAmount).map((row) => cents(row.Amount));
  const plus = (sum: number, amounts: readonly number[]) =>
    amounts.reduce((total, amount) => total + Math.abs(amount), cents(sum)) / 100;
  return {
    count: sums.count + rows.length,
    moneyIn: plus(
      sums.moneyIn,
      moved.filter((amount) => amount > 0),
    ),
    moneyOut: plus(
      sums.moneyOut,
      moved.filter((amount) => amount < 0),
    ),
  };
}

/** A month of results, `2026-11-01`; its sums are null where the server counted none. */
export type FoundMonth = {
  readonly month: string;
  readonly rows: readonly Transaction[];
  readonly sums: Sums | null;
};

type FoundParts = {
  readonly pending: readonly Transaction[];
  readonly declined: readonly Transaction[];
  readonly posted: readonly Transaction[];
  readonly hasMore: boolean;
};

type CountedMonth = {
  readonly Month: string;
  readonly Total: number;
  readonly MoneyIn: number;
  readonly MoneyOut: number;
};

/** Results under their months, newest first: in each the pending rows, then the others by their time. */
export function monthsOf(
  { pending, declined, posted, hasMore }: FoundParts,
  counted: readonly CountedMonth[],
  timeZone: string,
): { readonly rows: readonly Transaction[]; readonly months: readonly FoundMonth[] } {
  const listed = [...pending, ...withDeclined(posted, declined, hasMore)];
  const months = byMonth(listed, timeZone)
    .toSorted((a, b) => (a.month < b.month ? 1 : -1))
    .map(({ month, rows }) => {
      const known = counted.find(({ Month }) => month.startsWith(Month));
      const here = rows.filter(({ Sequence }) => Sequence === null);
      if (!known && here.length < rows.length) return { month, rows, sums: null };
      const sums = { count: known?.Total ?? 0, moneyIn: known?.MoneyIn ?? 0, moneyOut: known?.MoneyOut ?? 0 };
      return { month, rows, sums: addSums(sums, here) };
    });
  return { months, rows: months.flatMap(({ rows }) => rows) };
}

/** Digits of the amount in a query such as `12`, `$12.34`, `-12.34` or `1,250`; null: the query finds names only. */
function amountSearched(query: string): string | null {
  const digits = inPlainForm(query).replace(/[\s$,+−-]/g, '');
  return /^\d+(\.\d{0,2})?$/.test(digits) ? digits : null;
}

/**
 * Whether a pending or declined row matches. These are all on this device; posted rows are searched by the
 * server.
 */
export function matches(row: Transaction, search: Search, timeZone: string): boolean {
  const { filter, category, from, to } = search;
  if (filter === 'declined' && !isFailed(row)) return false;
  if (filter === 'in' && (isFailed(row) || row.Amount <= 0)) return false;
  if (filter === 'out' && (isFailed(row) || row.Amount >= 0)) return false;
  if (category !== '' && row.Category !== category) return false;
  const { atLeast = 0, atMost = Infinity } = amountsOf(search);
  if (Math.abs(row.Amount) < atLeast || Math.abs(row.Amount) > atMost) return false;
  const day = calendarDay(new Date(row.TransactionDate), timeZone);
  if ((from !== '' && day < from) || (to !== '' && day > to)) return false;
  const query = lineText(search.text).toLowerCase();
  if (query === '') return true;
  const names = [row.Description, ...Object.values(row.DescriptionIn ?? {}), row.RawDescription ?? '', row.Reference];
  if (names.some((name) => name.toLowerCase().includes(query))) return true;
  const amount = amountSearched(query);
  const amounts = [Math.abs(row.Amount), ...(row.AskedAmount === null ? [] : [row.AskedAmount])];
  return amount !== null && amounts.some((dollars) => dollars.toFixed(2).startsWith(amount));
}

/** Whether the choice of a page size has an effect. */
export function showsPageSizes(total: number, hasMore: boolean): boolean {
  return total > PAGE_SIZES[0] || hasMore;
}
