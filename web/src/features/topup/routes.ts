import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';
import { currentSession } from '../../session/session.ts';

/** Who signed in with a card has no web account, and cannot top up. */
const forUsers = () => (currentSession()?.kind === 'card' ? paths.cardHome() : null);

export const topupRoutes: readonly AppRoute[] = [
  {
    path: paths.topup(),
    title: 'topup:title',
    access: 'signed-in',
    load: async () => (await import('./topup.screen.tsx')).TopupScreen,
    texts: ['topup', 'debts', 'validation', 'cards'],
    feature: 'topUp',
    navigation: { label: 'common:navigation.topup', icon: 'plus', in: 'main', isForUsers: true },
    elsewhere: forUsers,
  },
  {
    path: paths.topupVoucher(),
    title: 'topup:review.title',
    access: 'signed-in',
    load: async () => (await import('./voucher/voucher-review.screen.tsx')).VoucherReviewScreen,
    texts: ['topup', 'cards', 'outcomes'],
    feature: 'topUp',
    elsewhere: forUsers,
  },
];
