import type { DeskPage } from '../../desk-page.ts';

export const overviewPages: readonly DeskPage[] = [
  {
    path: '/',
    title: 'desk:place.overview',
    texts: ['deskOverview'],
    hasNoForm: true,
    load: async () => (await import('./overview.screen.tsx')).OverviewScreen,
    place: { label: 'desk:place.overview', shape: 'home', in: 'work' },
  },
];
