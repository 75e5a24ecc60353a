import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const scamRoutes: readonly AppRoute[] = [
  {
    path: paths.reportScam(),
    title: 'scams:title',
    access: 'signed-in',
    load: async () => (await import('./report-scam.screen.tsx')).ReportScamScreen,
    texts: ['scams'],
  },
];
