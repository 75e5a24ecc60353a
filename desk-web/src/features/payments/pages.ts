import type { DeskPage } from '../../desk-page.ts';
import { useCheckCount } from './use-payments.ts';

const texts = ['deskPayments'];

export const paymentsPages: readonly DeskPage[] = [
  {
    path: '/payments',
    title: 'desk:place.payments',
    texts,
    load: async () => (await import('./payments.screen.tsx')).PaymentsScreen,
    place: { label: 'desk:place.payments', shape: 'payments', in: 'work', useCount: useCheckCount },
  },
  {
    path: '/payments/:receipt',
    title: 'desk:place.payments',
    texts,
    load: async () => (await import('./payment.screen.tsx')).PaymentScreen,
  },
];
