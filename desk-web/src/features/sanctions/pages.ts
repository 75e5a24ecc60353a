import type { DeskPage } from '../../desk-page.ts';

export const sanctionsPages: readonly DeskPage[] = [
  {
    path: '/sanctions',
    title: 'desk:place.sanctions',
    texts: ['deskSanctions'],
    load: async () => (await import('./sanctions.screen.tsx')).SanctionsScreen,
    place: { label: 'desk:place.sanctions', shape: 'sanctions', in: 'programme' },
  },
];
