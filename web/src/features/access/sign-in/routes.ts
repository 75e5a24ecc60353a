import { paths } from '../../../paths.ts';
import type { AppRoute } from '../../../router/app-route.ts';

/** The only routes that the first load carries; the others are loaded when one of them is visited. */
export const signInRoutes: readonly AppRoute[] = [
  {
    path: paths.root(),
    title: 'access:cardSignIn.title',
    access: 'public',
    load: async () => (await import('./card-sign-in.screen.tsx')).CardSignInScreen,
    texts: ['access'],
    isSignIn: true,
  },
  {
    path: paths.cardSignIn(),
    title: 'access:cardSignIn.title',
    access: 'public',
    load: async () => (await import('./card-sign-in.screen.tsx')).CardSignInScreen,
    texts: ['access'],
    isSignIn: true,
  },
  {
    path: paths.accountSignIn(),
    title: 'access:accountSignIn.title',
    access: 'public',
    load: async () => (await import('./account-sign-in.screen.tsx')).AccountSignInScreen,
    texts: ['access'],
    isSignIn: true,
  },
];
