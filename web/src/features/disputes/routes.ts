import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const disputeRoutes: readonly AppRoute[] = [
  {
    path: paths.dispute(),
    title: 'disputes:title',
    access: 'signed-in',
    load: async () => (await import('./dispute.screen.tsx')).DisputeScreen,
    texts: ['disputes', 'transactions', 'cards', 'validation', 'fields'],
  },
];
