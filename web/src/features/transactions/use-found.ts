import type { CardReference } from '@wattle/contract/wire.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useBrand } from '../../brand/brand.ts';
import { criteriaOf, type SearchPages, useTransactionSearch } from './transaction-search.queries.ts';
import {
  addSums,
  type FoundMonth,
  matches,
  monthsOf,
  type PageSize,
  type Search,
  type Sums,
} from './transactions.domain.ts';
import type { TransactionPages } from './transactions.queries.ts';

export type Found = {
  readonly pages: SearchPages;
  readonly isSearching: boolean;
  /** There is no answer: the rows are those that were loaded before. */
  readonly isAway: boolean;
  /** Pending rows first, then posted and declined ones by their time. */
  readonly rows: readonly Transaction[];
  readonly months: readonly FoundMonth[];
  /** Number and sums of all that is found, loaded or not; null: more than the server counts. */
  readonly sums: Sums | null;
};

type Asked = {
  readonly card: CardReference;
  readonly search: Search;
  readonly size: PageSize;
  /** Pages already loaded for the list, which include all pending and declined rows. */
  readonly pages: TransactionPages;
  readonly isEnabled?: boolean;
};

/** Results of a search: pending and declined rows on this device, posted rows in the server's whole history. */
export function useFound({ card, search, size, pages, isEnabled = true }: Asked): Found {
  const { TimeZone } = useBrand();
  const isPosted = search.filter !== 'declined';
  const found = useTransactionSearch(card.AccountNumber, criteriaOf(search), size, isPosted && isEnabled);
  const pending = pages.pending.filter((row) => matches(row, search, TimeZone));
  const declined = pages.declined.filter((row) => matches(row, search, TimeZone));
  // Without an answer, what was loaded before is searched here.
  const isAway = isPosted && found.state === 'failed';
  const kept = isAway
    ? pages.rows.filter((row) => row.Sequence !== null && matches(row, search, TimeZone))
    : found.rows;
  const posted = isPosted ? kept : [];
  const { Total: count, MoneyIn: moneyIn, MoneyOut: moneyOut } = found;
  const isCounted = !isPosted || (count !== null && moneyIn !== null && moneyOut !== null);
  const counted = isPosted
    ? { count: count ?? 0, moneyIn: moneyIn ?? 0, moneyOut: moneyOut ?? 0 }
    : { count: 0, moneyIn: 0, moneyOut: 0 };
  const parts = { pending, declined, posted, hasMore: isPosted && found.hasMore };
  return {
    pages: found,
    isSearching: isPosted && found.state === 'pending',
    isAway,
    ...monthsOf(parts, isPosted ? found.Months : [], TimeZone),
    sums: isCounted ? addSums(counted, [...pending, ...declined]) : null,
  };
}
