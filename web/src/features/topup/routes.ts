import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';
import { currentSession } from '../../session/session.ts';

/** Redirects a card session, which has no web account and cannot top up. */
const forUsers = () => (currentSession()?.kind === 'card' ? paths.cardHome() : null);

export const topupRoutes: readonly AppRoute[] = [
  {
    path: paths.topup(),
    title: 'topup:title',
    access: 'signed-in',
    load: async () => (await import('./topup.screen.tsx')).TopupScreen,
    texts: ['topup', 'debts', 'validation', 'fields', 'cards', 'downloads', 'outcomes'],
    feature: 'topUp',
    navigation: { label: 'common:navigation.topup', icon: 'plus', in: 'main', isForUsers: true, needs: 'topUp' },
    elsewhere: forUsers,
  },
  {
    path: paths.topupVoucher(),
    title: 'topup:review.title',
    access: 'signed-in',
    load: async () => (await import('./voucher/voucher-review.screen.tsx')).VoucherReviewScreen,
    texts: ['topup', 'cards', 'outcomes', 'downloads'],
    feature: 'topUp',
    elsewhere: forUsers,
  },
  {
    path: paths.topupCard(),
    title: 'topup:pay.title',
    access: 'signed-in',
    load: async () => (await import('./card/card-payment.screen.tsx')).CardPaymentScreen,
    texts: ['topup', 'gateway', 'cards', 'outcomes', 'downloads'],
    feature: 'topUp',
    elsewhere: forUsers,
  },
  {
    path: paths.payByLink(),
    title: 'payByLink:pageTitle',
    access: 'public',
    load: async () => (await import('./links/pay-by-link.screen.tsx')).PayByLinkScreen,
    texts: ['payByLink', 'gateway', 'validation', 'fields', 'ui'],
    feature: 'topUp',
  },
  {
    path: paths.autoTopupActivate(),
    title: 'topup:auto.activate.title',
    access: 'signed-in',
    load: async () => (await import('./auto/auto-topup-activate.screen.tsx')).AutoTopupActivateScreen,
    texts: ['topup', 'validation', 'cards', 'outcomes', 'fields'],
    under: paths.topup(),
    feature: 'topUp',
    elsewhere: forUsers,
  },
];
