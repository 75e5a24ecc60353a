import { getSystemNotifications } from '@wattle/contract/brands/system-notifications.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Queries that are refetched with the cards. */
const FOLLOWERS = [getSystemNotifications];
const FRESH_MS = 5_000;

/**
 * Refetches other queries whenever the cards are refetched, whatever the cause: a change reported by the server, a
 * save, or a page that is shown again. Recently fetched data is current enough. Returns how to stop.
 */
export function followCards(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (event.query.queryKey[0] !== getCards.name) return;
    for (const follower of FOLLOWERS) {
      void client.refetchQueries({
        queryKey: [follower.name],
        type: 'active',
        predicate: (query) => query.isStaleByTime(FRESH_MS),
      });
    }
  });
}
