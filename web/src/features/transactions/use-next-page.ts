import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Loads the next page of a list. If the list is being fetched again, it waits, because the next page would cancel that
 * fetch and lose its changes.
 */
export function useNextPage(queryKey: QueryKey, ask: () => Promise<unknown>) {
  const client = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const load = async () => {
    const query = client.getQueryCache().find({ queryKey, exact: true });
    if (query?.state.fetchStatus !== 'fetching' || query.state.fetchMeta?.fetchMore) return ask();
    setWaiting(true);
    await Promise.allSettled([query.promise]);
    // Without an observer another list is shown by now.
    if (query.getObserversCount() > 0) await ask();
    return setWaiting(false);
  };
  return { isWaiting, loadMore: () => void load() };
}
