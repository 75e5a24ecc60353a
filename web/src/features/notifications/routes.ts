import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';
import { currentSession } from '../../session/session.ts';

export const notificationRoutes: readonly AppRoute[] = [
  {
    path: paths.notifications(),
    title: 'common:notifications.title',
    access: 'signed-in',
    load: async () => (await import('./notifications.screen.tsx')).NotificationsScreen,
    texts: ['notifications', 'transactions'],
    // Notifications are of a sign-in, and a person with only a card has none.
    elsewhere: () => (currentSession()?.kind === 'card' ? paths.cardHome() : null),
  },
];
