import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { PREFIX } from '../brand/brand.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import type { AppRoute } from '../routes.tsx';
import { guard } from './guard.ts';
import { Root, StartingPage } from './root.tsx';
import { RouteFault } from './route-fault.tsx';

/** What a route tells the frame around it. */
export type RouteHandle = { readonly route: AppRoute };

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

export function openRouter(routes: readonly AppRoute[]) {
  const signIn = routes.filter((route) => route.isSignIn);
  const signedIn = routes.filter((route) => route.access === 'signed-in');
  const others = routes.filter((route) => !route.isSignIn && route.access === 'public');
  return createBrowserRouter(
    [
      {
        Component: Root,
        HydrateFallback: StartingPage,
        ErrorBoundary: RouteFault,
        children: [
          ...signIn.map(routeObject),
          {
            lazy: { Component: async () => (await import('../layout/open-frame.tsx')).OpenFrame },
            children: others.map(routeObject),
          },
          {
            lazy: { Component: async () => (await import('../layout/app-frame.tsx')).AppFrame },
            children: signedIn.map(routeObject),
          },
          { path: '*', loader: () => redirect(paths.error()) },
        ],
      },
    ],
    { basename: PREFIX || '/' },
  );
}
