import type { FeatureFlags } from '@wattle/contract/brands/brand.ts';
import { type AppRoute, routesWith } from '../router/app-route.ts';

/** Replaces pages a brand does not have. It is public, so that no sign-in is needed to learn that. */
export function notFoundRoutes(features: FeatureFlags, routes: readonly AppRoute[]): readonly AppRoute[] {
  const there = new Set(routesWith(features, routes).map(({ path }) => path));
  return routes
    .filter(({ path }) => !there.has(path))
    .map(({ path }) => ({
      path,
      title: 'common:notFound.title',
      access: 'public',
      load: async () => (await import('../features/info/not-found.screen.tsx')).NotFoundScreen,
      texts: [],
    }));
}
