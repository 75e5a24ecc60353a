import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

const TEXTS = ['store', 'ui', 'validation', 'fields', 'gateway'];

/** The store has its own frame and no session. */
const common = { access: 'public', frame: 'own', feature: 'store', texts: TEXTS } as const;

export const storeRoutes: readonly AppRoute[] = [
  {
    ...common,
    path: paths.store(),
    title: 'store:title',
    load: async () => (await import('./store.screen.tsx')).StoreScreen,
  },
  {
    ...common,
    path: paths.storeVirtual(),
    title: 'store:virtual.title',
    load: async () => (await import('./store-card.screen.tsx')).VirtualScreen,
  },
  {
    ...common,
    path: paths.storeSingleload(),
    title: 'store:singleload.title',
    load: async () => (await import('./store-card.screen.tsx')).SingleloadScreen,
  },
  {
    ...common,
    path: paths.storeReloadable(),
    title: 'store:reloadable.title',
    load: async () => (await import('./store-card.screen.tsx')).ReloadableScreen,
  },
  {
    ...common,
    path: paths.storePayment(),
    title: 'store:basket.title',
    load: async () => (await import('./payment.screen.tsx')).StorePaymentScreen,
  },
  {
    ...common,
    path: paths.storeOrderConfirmation(),
    title: 'store:none.title',
    texts: [...TEXTS, 'downloads'],
    load: async () => (await import('./order-confirmation.screen.tsx')).OrderConfirmationScreen,
  },
  {
    ...common,
    path: paths.storeOrderFailure(),
    title: 'store:failure.title',
    load: async () => (await import('./order-failure.screen.tsx')).OrderFailureScreen,
  },
  {
    ...common,
    path: paths.storeFaqs(),
    title: 'store:faqs.title',
    load: async () => (await import('./store-faqs.screen.tsx')).StoreFaqsScreen,
  },
  {
    ...common,
    path: paths.storeCollectLink(),
    title: 'store:collect.title',
    load: async () => (await import('./collect-link.screen.tsx')).CollectLinkScreen,
  },
  {
    ...common,
    path: paths.storeCollect(),
    title: 'store:collect.title',
    load: async () => (await import('./collect.screen.tsx')).CollectScreen,
  },
];
