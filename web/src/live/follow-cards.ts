import { getSystemNotifications } from '@wattle/contract/brands/system-notifications.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Queries refetched whenever the cards are. */
const FOLLOWERS = [getSystemNotifications];
const FRESH_MS = 5_000;

/**
 * A refresh of the cards is the one event that the rest of the page follows, whatever caused it: a change
 * that the server told of, a save, a page that is looked at again. What was asked for a moment ago is fresh
 * enough. Returns how to stop.
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
