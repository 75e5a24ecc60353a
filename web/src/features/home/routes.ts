import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const homeRoutes: readonly AppRoute[] = [
  {
    path: paths.cardHome(),
    title: 'cards:home.title',
    access: 'signed-in',
    load: async () => (await import('./card-home.screen.tsx')).CardHomeScreen,
    texts: ['cards', 'debts', 'transactions', 'downloads', 'settlement'],
    hero: true,
    navigation: { label: 'common:navigation.home', icon: 'home', in: 'main' },
  },
];
