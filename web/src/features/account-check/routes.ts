import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';
import { currentSession } from '../../session/session.ts';

export const accountCheckRoutes: readonly AppRoute[] = [
  {
    path: paths.accountCheck(),
    under: paths.myAccount(),
    title: 'accountCheck:title',
    access: 'signed-in',
    load: async () => (await import('./account-check.screen.tsx')).AccountCheckScreen,
    texts: ['accountCheck', 'ui'],
    // A person who signed in with a card has no password that could be reset.
    elsewhere: () => (currentSession()?.kind === 'card' ? paths.cardHome() : null),
  },
];
