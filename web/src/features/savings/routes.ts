import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const savingsRoutes: readonly AppRoute[] = [
  {
    path: paths.savings(),
    under: paths.cardHome(),
    title: 'savings:title',
    access: 'signed-in',
    load: async () => (await import('./savings.screen.tsx')).SavingsScreen,
    texts: ['savings', 'settings', 'validation', 'fields'],
  },
];
