import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const paydayRoutes: readonly AppRoute[] = [
  {
    path: paths.payday(),
    under: paths.cardHome(),
    title: 'payday:title',
    access: 'signed-in',
    load: async () => (await import('./payday.screen.tsx')).PaydayScreen,
    texts: ['payday', 'settings', 'validation', 'fields'],
  },
];
