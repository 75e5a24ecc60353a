import type { DeskPage } from '../../desk-page.ts';
import { useOpenCaseCount } from './use-cases.ts';

const texts = ['deskDisputes'];

export const disputesPages: readonly DeskPage[] = [
  {
    path: '/disputes',
    title: 'desk:place.disputes',
    texts,
    load: async () => (await import('./cases.screen.tsx')).CasesScreen,
    place: { label: 'desk:place.disputes', shape: 'disputes', in: 'work', useCount: useOpenCaseCount },
  },
  {
    path: '/disputes/dispute/:reference',
    title: 'desk:place.disputes',
    texts,
    load: async () => (await import('./dispute.screen.tsx')).DisputeScreen,
  },
  {
    path: '/disputes/mistaken/:reference',
    title: 'desk:place.disputes',
    texts,
    load: async () => (await import('./mistaken.screen.tsx')).MistakenScreen,
  },
  {
    path: '/disputes/refund/:reference',
    title: 'desk:place.disputes',
    texts,
    load: async () => (await import('./refund.screen.tsx')).RefundScreen,
  },
  {
    path: '/disputes/scam/:reference',
    title: 'desk:place.disputes',
    texts,
    load: async () => (await import('./scam.screen.tsx')).ScamScreen,
  },
  {
    path: '/disputes/told/:reference',
    title: 'desk:place.disputes',
    texts,
    load: async () => (await import('./told.screen.tsx')).ToldScreen,
  },
];
