import type { DeskPage } from '../../desk-page.ts';

const load = async () => (await import('./orders.screen.tsx')).OrdersScreen;
const texts = ['deskOrders'];

export const ordersPages: readonly DeskPage[] = [
  {
    path: '/orders',
    title: 'desk:place.orders',
    texts,
    load,
    place: { label: 'desk:place.orders', shape: 'store', in: 'work' },
  },
  {
    path: '/orders/vouchers',
    title: 'desk:place.orders',
    texts,
    load: async () => (await import('./vouchers.screen.tsx')).VouchersScreen,
  },
  { path: '/orders/:order', title: 'desk:place.orders', texts, load },
];
