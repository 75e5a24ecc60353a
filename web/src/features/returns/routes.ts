import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const returnRoutes: readonly AppRoute[] = [
  {
    path: paths.returnFund(),
    under: paths.cardHome(),
    title: 'returns:title',
    access: 'signed-in',
    load: async () => (await import('./return-funds.screen.tsx')).ReturnFundsScreen,
    texts: ['returns', 'transfers', 'validation', 'fields', 'cards'],
    feature: ['returnFunds', 'externalTransfers'],
  },
  {
    path: paths.returnFundReview(),
    under: paths.cardHome(),
    title: 'returns:reviewTitle',
    access: 'signed-in',
    load: async () => (await import('./return-funds-review.screen.tsx')).ReturnFundsReviewScreen,
    texts: ['returns', 'transfers', 'cards', 'settlement', 'outcomes'],
    feature: ['returnFunds', 'externalTransfers'],
  },
];
