import { QueryClient } from '@tanstack/react-query';

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
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
