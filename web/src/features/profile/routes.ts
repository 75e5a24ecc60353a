import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const profileRoutes: readonly AppRoute[] = [
  {
    path: paths.myAccount(),
    title: 'myAccount:title',
    access: 'signed-in',
    load: async () => (await import('./my-account.screen.tsx')).MyAccountScreen,
    texts: ['myAccount', 'debts', 'activation', 'profile', 'signIns', 'validation', 'fields'],
    navigation: { label: 'common:navigation.myAccount', icon: 'person', in: 'more', isForUsers: true },
  },
  {
    path: paths.undoContactLink(),
    title: 'undoContact:title',
    access: 'public',
    load: async () => (await import('./undo-contact-link.screen.tsx')).UndoContactLinkScreen,
    texts: ['undoContact', 'validation', 'ui'],
  },
  {
    path: paths.undoContact(),
    title: 'undoContact:title',
    access: 'public',
    load: async () => (await import('./undo-contact.screen.tsx')).UndoContactScreen,
    texts: ['undoContact', 'validation', 'ui'],
  },
];
