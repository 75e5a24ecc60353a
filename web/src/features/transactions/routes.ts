import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const transactionRoutes: readonly AppRoute[] = [
  {
    path: paths.transactions(),
    title: 'transactions:title',
    access: 'signed-in',
    load: async () => (await import('./transactions.screen.tsx')).TransactionsScreen,
    texts: ['transactions', 'cards', 'downloads', 'fields', 'settlement'],
    navigation: { label: 'common:navigation.transactions', icon: 'list', in: 'main' },
  },
  {
    path: paths.merchant(),
    title: 'transactions:merchant.title',
    access: 'signed-in',
    load: async () => (await import('./merchant.screen.tsx')).MerchantScreen,
    texts: ['transactions', 'cards', 'downloads', 'fields', 'settlement'],
  },
];
