import { getRecentTransactions, getTransactions } from '@wattle/contract/transactions/transactions.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { useOperation } from '../../api/use-operation.ts';
import type { Aged } from '../../layout/as-of.tsx';
import { declinedOf, type PageSize, pendingOf, withDeclined } from './transactions.domain.ts';
import { useNextPage } from './use-next-page.ts';

type Page = ResponseOf<typeof getTransactions>;
type PageStart = { readonly skip: number; readonly asOf: number | null };

const FIRST: PageStart = { skip: 0, asOf: null };
const keyOf = (accountNumber: string, count: PageSize) => [getTransactions.name, { accountNumber, count }];

export type TransactionPages = {
  readonly pending: readonly Transaction[];
  readonly declined: readonly Transaction[];
  /** Posted rows that are loaded, with the declined ones of their time between them. */
  readonly rows: readonly Transaction[];
  readonly postedCount: number;
  readonly total: number;
  readonly hasMore: boolean;
  readonly state: 'pending' | 'failed' | 'ready';
  readonly isLoadingMore: boolean;
  readonly moreFailed: boolean;
  /** The answers that the list consists of. */
  readonly answers: readonly Aged[];
  readonly loadMore: () => void;
  readonly refetch: () => void;
};

/**
 * Posted rows of an account page by page. The first page fixes the state of the list (asOf), and later pages are
 * counted from there, so that new rows do not shift them. When the page becomes visible again, or something has
 * changed, the whole list is fetched again.
 */
function usePostedPages(accountNumber: string, count: PageSize) {
  return useInfiniteQuery({
    queryKey: keyOf(accountNumber, count),
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = { accountNumber, count: String(count), skip: String(pageParam.skip) };
      const answer = await call(getTransactions, {
        query: pageParam.asOf === null ? query : { ...query, asOf: String(pageParam.asOf) },
        signal,
      });
      if (!answer.ok) throw new Error(answer.code);
      return answer.value;
    },
    initialPageParam: FIRST,
    getNextPageParam: (last, pages): PageStart | null =>
      last.HasMore
        ? {
            skip: pages.reduce((rows, page) => rows + page.Transactions.length, 0),
            asOf: pages[0]?.AsOf ?? last.AsOf,
          }
        : null,
  });
}

/** Forgets pages that are not shown, so that another card or size starts at its first page. */
export function useForgetPages(): () => void {
  const cache = useQueryClient();
  return () => cache.removeQueries({ queryKey: [getTransactions.name], type: 'inactive' });
}

/** All data that the transactions page shows of a card. */
export function useTransactionPages(card: CardReference, count: PageSize): TransactionPages {
  const posted = usePostedPages(card.AccountNumber, count);
  const { isWaiting, loadMore } = useNextPage(keyOf(card.AccountNumber, count), posted.fetchNextPage);
  const recent = useOperation(getRecentTransactions, { body: { Card: card, IncludePending: true } });
  const pages = posted.data?.pages;
  const recentRows = recent.data?.Transactions;
  const hasMore = pages?.at(-1)?.HasMore ?? false;
  const { rows, postedCount } = useMemo(() => {
    const postedRows = (pages ?? []).flatMap((page) => page.Transactions);
    return {
      rows: withDeclined(postedRows, declinedOf(recentRows ?? []), hasMore),
      postedCount: postedRows.length,
    };
  }, [pages, recentRows, hasMore]);
  return {
    pending: useMemo(() => pendingOf(recentRows ?? []), [recentRows]),
    declined: useMemo(() => declinedOf(recentRows ?? []), [recentRows]),
    rows,
    postedCount,
    total: pages?.[0]?.Total ?? 0,
    hasMore,
    state: stateOf(posted.isPending || recent.isPending, pages !== undefined && recentRows !== undefined),
    isLoadingMore: isWaiting || posted.isFetchingNextPage,
    moreFailed: posted.isFetchNextPageError,
    answers: [
      {
        data: pages,
        isOutdated: posted.isRefetchError,
        isFetching: posted.isRefetching,
        atMs: posted.dataUpdatedAt,
      },
      recent,
    ],
    loadMore,
    refetch: () => {
      void posted.refetch();
      recent.refetch();
    },
  };
}

function stateOf(isPending: boolean, isLoaded: boolean): TransactionPages['state'] {
  if (isLoaded) return 'ready';
  return isPending ? 'pending' : 'failed';
}
