import type { FeatureFlags } from '@wattle/contract/brands/get-brand.ts';
import { createBrowserRouter, Outlet, redirect, type RouteObject } from '../router/public.ts';
import { PREFIX } from '../brand/brand.ts';
import { signInRoutes } from '../features/access/sign-in/routes.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import { type AppRoute, notFoundRoutes, routesWith } from '../router/app-route.ts';
import type { RouteHandle } from '../router/route-handle.ts';
import { guard } from './guard.ts';
import { Root, StartingPage } from './root.tsx';
import { RouteFault } from './route-fault.tsx';

/** The frames that the lazily loaded routes are put into. */
const OPEN_FRAME = 'open-frame';
const APP_FRAME = 'app-frame';
const NO_FRAME = 'no-frame';

function routeObject(route: AppRoute): RouteObject {
  const texts = route.access === 'signed-in' ? ['ui', ...route.texts] : route.texts;
  return {
    path: route.path,
    handle: { route } satisfies RouteHandle,
    loader: ({ request }) => guard(route, request.url),
    lazy: {
      // The screen and its words arrive together: it is never drawn without them.
      Component: async () => {
        const [screen] = await Promise.all([route.load(), loadTexts(texts)]);
        return screen;
      },
    },
  };
}

export function openRouter(features: FeatureFlags) {
  return createBrowserRouter(
    [
      {
        Component: Root,
        HydrateFallback: StartingPage,
        ErrorBoundary: RouteFault,
        children: [
          ...signInRoutes.map(routeObject),
          {
            id: OPEN_FRAME,
            lazy: { Component: async () => (await import('../layout/open-frame.tsx')).OpenFrame },
            children: [],
          },
          {
            id: APP_FRAME,
            lazy: { Component: async () => (await import('../layout/app-frame.tsx')).AppFrame },
            children: [],
          },
          { id: NO_FRAME, Component: Outlet, children: [] },
          { path: '*', loader: () => redirect(paths.error()) },
        ],
      },
    ],
    {
      basename: PREFIX || '/',
      // Called for every address that matches no sign-in page, before the catch-all route may have it.
      async patchRoutesOnNavigation({ patch }) {
        const { FEATURE_ROUTES } = await import('../routes.ts');
        const routes = routesWith(features, FEATURE_ROUTES);
        const within = (access: AppRoute['access']) =>
          routes.filter((route) => route.access === access && route.frame === undefined);
        patch(OPEN_FRAME, within('public').map(routeObject));
        patch(OPEN_FRAME, notFoundRoutes(features, FEATURE_ROUTES).map(routeObject));
        patch(APP_FRAME, within('signed-in').map(routeObject));
        patch(NO_FRAME, routes.filter(({ frame }) => frame === 'own').map(routeObject));
      },
    },
  );
}
