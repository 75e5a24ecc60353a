import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import type { BodyInputOf, ResponseOf } from '@wattle/contract/operation.ts';
import { searchTransactions } from '@wattle/contract/transactions/transactions.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { amountsOf, type PageSize, type Search } from './transactions.domain.ts';
import { useNextPage } from './use-next-page.ts';

type Page = ResponseOf<typeof searchTransactions>;

export type SearchPages = Pick<Page, 'Total' | 'MoneyIn' | 'MoneyOut' | 'Months' | 'IsComplete'> & {
  readonly rows: Page['Transactions'];
  readonly hasMore: boolean;
  readonly state: 'pending' | 'failed' | 'ready';
  readonly isLoadingMore: boolean;
  readonly moreFailed: boolean;
  readonly loadMore: () => void;
  readonly refetch: () => void;
};

/** Server criteria of a search. Declined rows have no Sequence, so the server does not search them. */
export function criteriaOf(search: Search) {
  const { text, filter, category, from, to } = search;
  const { atLeast, atMost } = amountsOf(search);
  return {
    ...(!isBlank(text) && { text }),
    ...((filter === 'in' || filter === 'out') && { direction: filter }),
    ...(category !== '' && { category }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(atLeast !== undefined && { atLeast }),
    ...(atMost !== undefined && { atMost }),
  };
}

type Criteria = Omit<BodyInputOf<typeof searchTransactions>, 'accountNumber' | 'count' | 'before'>;

/** Posted rows of an account that match, over its whole history. Not asked for while disabled. */
export function useTransactionSearch(
  accountNumber: string,
  criteria: Criteria,
  count: PageSize,
  isEnabled: boolean,
): SearchPages {
  const body = { accountNumber, count, ...criteria };
  const queryKey = [searchTransactions.name, body];
  const found = useInfiniteQuery({
    queryKey,
    enabled: isEnabled,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const answer = await call(searchTransactions, {
        body: pageParam === null ? body : { ...body, before: pageParam },
        signal,
      });
      if (!answer.ok) throw new Error(answer.code);
      return answer.value;
    },
    // Previous results stay visible until the next response.
    placeholderData: keepPreviousData,
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.HasMore ? (last.Transactions.at(-1)?.Sequence ?? null) : null),
  });
  const { isWaiting, loadMore } = useNextPage(queryKey, found.fetchNextPage);
  const pages = found.data?.pages ?? [];
  const [first] = pages;
  return {
    rows: pages.flatMap((page) => page.Transactions),
    Total: first?.Total ?? null,
    MoneyIn: first?.MoneyIn ?? null,
    MoneyOut: first?.MoneyOut ?? null,
    Months: first?.Months ?? [],
    IsComplete: first?.IsComplete ?? true,
    hasMore: pages.at(-1)?.HasMore ?? false,
    state: first ? 'ready' : found.isError ? 'failed' : 'pending',
    isLoadingMore: isWaiting || found.isFetchingNextPage,
    moreFailed: found.isFetchNextPageError,
    loadMore,
    refetch: () => void found.refetch(),
  };
}
