import type { AppRoute } from './app-route.ts';

/** What a route tells the frame around it. */
export type RouteHandle = { readonly route: AppRoute };
