import { focusManager, QueryClient } from '@tanstack/react-query';

/** Looks again when the tab is shown and when its window gets the focus. */
focusManager.setEventListener((lookedAt) => {
  const listener = () => lookedAt();
  window.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
  };
});

/** Answers of commands that only look. A failed one is retried by the person, and by the next refresh. */
export function openQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        gcTime: 5 * 60_000,
        retry: false,
        refetchOnWindowFocus: 'always',
        refetchOnReconnect: 'always',
        networkMode: 'always',
      },
    },
  });
}
