import type { DeskPage } from '../../desk-page.ts';
import { useEndingCount } from './use-endings.ts';

export const closingPages: readonly DeskPage[] = [
  {
    path: '/closing',
    title: 'desk:place.closing',
    texts: ['deskClosing'],
    load: async () => (await import('./closing.screen.tsx')).ClosingScreen,
    place: { label: 'desk:place.closing', shape: 'endings', in: 'work', useCount: useEndingCount },
  },
];
