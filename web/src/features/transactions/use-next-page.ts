import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Asks for the next page of a list. Where the list is being asked for again, that is waited for: the page would drop
 * it, and with it what has changed.
 */
export function useNextPage(queryKey: QueryKey, ask: () => Promise<unknown>) {
  const client = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const load = async () => {
    const query = client.getQueryCache().find({ queryKey, exact: true });
    if (query?.state.fetchStatus !== 'fetching' || query.state.fetchMeta?.fetchMore) return ask();
    setWaiting(true);
    await Promise.allSettled([query.promise]);
    // Else another list is shown by now.
    if (query.getObserversCount() > 0) await ask();
    return setWaiting(false);
  };
  return { isWaiting, loadMore: () => void load() };
}
