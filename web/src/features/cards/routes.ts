import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const cardRoutes: readonly AppRoute[] = [
  {
    path: paths.cardHome(),
    title: 'cards:home.title',
    access: 'signed-in',
    load: async () => (await import('./home/card-home.screen.tsx')).CardHomeScreen,
    texts: ['cards', 'transactions', 'downloads'],
    hero: true,
    navigation: { label: 'common:navigation.home', icon: 'home', in: 'main' },
  },
];
