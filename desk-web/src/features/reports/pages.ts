import type { DeskPage } from '../../desk-page.ts';

export const reportsPages: readonly DeskPage[] = [
  {
    path: '/reports',
    title: 'desk:place.reports',
    texts: ['deskReports', 'deskBankFiles'],
    load: async () => (await import('./reports.screen.tsx')).ReportsScreen,
    place: { label: 'desk:place.reports', shape: 'reports', in: 'programme' },
  },
];
