import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const alertRoutes: readonly AppRoute[] = [
  {
    path: paths.alerts(),
    under: paths.settings(),
    title: 'alerts:title',
    access: 'signed-in',
    load: async () => (await import('./alerts.screen.tsx')).AlertsScreen,
    texts: ['alerts', 'settings', 'validation', 'fields'],
    feature: 'alerts',
  },
];
