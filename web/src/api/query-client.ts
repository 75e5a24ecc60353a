import { focusManager, QueryClient } from '@tanstack/react-query';

/**
 * A page is looked at again when its tab is shown, and when its window is turned to beside another
 * one that never hid it. Of two events at once the second finds the calls already under way.
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
 * The cache of one signed-in session; it is thrown away with it. Balances must not be stale, so a
 * page that is looked at again asks again. Refusals are never tried again: the answer would be the
 * same.
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
