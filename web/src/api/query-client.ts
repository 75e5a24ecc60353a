import { focusManager, QueryClient } from '@tanstack/react-query';

/**
 * Refetches when the tab is shown, and when its window gets the focus without having been hidden. If both happen, the
 * second finds the calls in flight.
 */
focusManager.setEventListener((lookedAt) => {
  const listener = () => lookedAt();
  window.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
  };
});

/**
 * Cache of one signed-in session, discarded with it. Balances must not be stale, so a page that is shown again
 * refetches. Refusals are not retried, because the response would be the same.
 */
export function openQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 10 * 60_000,
        retry: false,
        refetchOnWindowFocus: 'always',
        refetchOnReconnect: 'always',
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
