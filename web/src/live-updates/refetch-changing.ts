import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { countNotifications } from '@wattle/contract/notifications/count-notifications.ts';
import { getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import {
  getRecentTransactions,
  getSpending,
  getTransactions,
  searchTransactions,
} from '@wattle/contract/transactions/transactions.ts';
import type { Query, QueryClient } from '@tanstack/react-query';

/** Queries affected by a purchase, a clearing or a card that was turned on or off. */
const CHANGING = new Set<unknown>([
  // By its name, because its page is loaded later than this.
  'getActiveAutoTopup',
  ...[
    countNotifications,
    getCards,
    getCardDetails,
    getRecentTransactions,
    getSpending,
    getTopupDetails,
    getTopupsOnTheirWay,
    getTransactions,
    searchTransactions,
  ].map(({ name }) => name),
]);
const isChanging = (query: Query) => CHANGING.has(query.queryKey[0]);

/** Refetches everything that may have changed. A response in flight during the change may be stale. */
export async function refetchChanging(client: QueryClient): Promise<void> {
  const all = () => client.getQueryCache().findAll({ predicate: isChanging });
  // A page of older rows in flight is awaited, because a refetch would drop it.
  const loadingMore = all().filter((query) => query.state.fetchMeta?.fetchMore);
  await Promise.allSettled(loadingMore.map(async (query) => query.promise));
  // A first response in flight is awaited and refetched afterwards.
  const first = new Set(all().filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined));
  const asked = client.invalidateQueries({ predicate: isChanging }, { cancelRefetch: true });
  await Promise.allSettled([...first].map(async (query) => query.promise));
  if (first.size > 0) await client.invalidateQueries({ predicate: (query) => first.has(query) });
  await asked;
}

/** Refetches only the notifications: their count, and the lists, whose keys begin with it. */
export function refetchNotifications(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [countNotifications.name] });
}
