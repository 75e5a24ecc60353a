import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const sandboxRoutes: readonly AppRoute[] = [
  {
    path: paths.inbox(),
    title: 'sandbox:inbox.title',
    access: 'public',
    load: async () => (await import('./inbox.screen.tsx')).InboxScreen,
    texts: ['sandbox'],
  },
  {
    path: paths.components(),
    title: 'sandbox:page.title',
    access: 'public',
    load: async () => (await import('./components.screen.tsx')).ComponentsScreen,
    texts: ['sandbox', 'fields', 'ui', 'validation'],
  },
];
