import { getCardDetails } from '@wattle/contract/cards/home/get-card-details.ts';
import { getTopupDetails } from '@wattle/contract/topup/get-topup-details.ts';
import { getTopupsOnTheirWay } from '@wattle/contract/topup/get-topups-on-their-way.ts';
import { getCards } from '@wattle/contract/cards/home/get-cards.ts';
import { getRecentTransactions } from '@wattle/contract/transactions/get-recent.ts';
import { getSpending } from '@wattle/contract/transactions/get-spending.ts';
import { getTransactions } from '@wattle/contract/transactions/get-transactions.ts';
import { searchTransactions } from '@wattle/contract/transactions/search-transactions.ts';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askedSinceMs, dropEarly } from '../early/early-calls.ts';
import { followCards } from './follow-cards.ts';
import { startLiveUpdates } from './live-updates.ts';

/** What a purchase, a clearing or a switched card changes on a screen. */
const CHANGING = new Set<unknown>(
  [
    getCards,
    getCardDetails,
    getRecentTransactions,
    getSpending,
    getTopupDetails,
    getTopupsOnTheirWay,
    getTransactions,
    searchTransactions,
  ].map(({ name }) => name),
);
const isChanging = (query: Query) => CHANGING.has(query.queryKey[0]);

async function refetch(client: QueryClient): Promise<void> {
  dropEarly();
  // A page of older rows that somebody has just asked for is waited for: asking anew would drop it.
  const loadingMore = client
    .getQueryCache()
    .findAll({ predicate: isChanging })
    .filter((query) => query.state.fetchMeta?.fetchMore);
  await Promise.allSettled(loadingMore.map(async (query) => query.promise));
  // An answer that was under way when something changed may be older than the change.
  await client.invalidateQueries({ predicate: isChanging }, { cancelRefetch: true });
}

/** Brings what the screens show up to date whenever the server says that it has changed. */
export function LiveRefetch() {
  const client = useQueryClient();
  useEffect(() => followCards(client), [client]);
  useEffect(() => startLiveUpdates(() => void refetch(client), askedSinceMs()), [client]);
  return null;
}
