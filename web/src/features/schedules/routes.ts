import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const scheduleRoutes: readonly AppRoute[] = [
  {
    path: paths.scheduledPayments(),
    title: 'schedules:title',
    access: 'signed-in',
    load: async () => (await import('./scheduled-payments.screen.tsx')).ScheduledPaymentsScreen,
    texts: ['schedules', 'settlement', 'cards', 'transactions', 'downloads'],
    feature: 'scheduledPayments',
    navigation: { label: 'common:navigation.scheduled', icon: 'calendar', in: 'more', needs: 'schedule' },
  },
  {
    path: paths.scheduledPayment(),
    title: 'schedules:one.title',
    access: 'signed-in',
    load: async () => (await import('./scheduled-payment.screen.tsx')).ScheduledPaymentScreen,
    texts: ['schedules', 'settlement', 'cards', 'transactions', 'downloads'],
    feature: 'scheduledPayments',
  },
  {
    path: paths.changeScheduled(),
    title: 'schedules:change.title',
    access: 'signed-in',
    load: async () => (await import('./change-scheduled.screen.tsx')).ChangeScheduledScreen,
    texts: ['schedules', 'transfers', 'validation', 'fields'],
    feature: 'scheduledPayments',
  },
];
