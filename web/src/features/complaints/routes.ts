import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

const texts = ['complaints', 'validation', 'fields', 'ui'];
/** Those of a person with transactions. */
const ownTexts = [...texts, 'transactions', 'cards'];

export const complaintRoutes: readonly AppRoute[] = [
  {
    path: paths.newComplaint(),
    title: 'complaints:title',
    access: 'signed-in',
    load: async () => (await import('./new-complaint.screen.tsx')).NewComplaintScreen,
    texts: ownTexts,
  },
  {
    path: paths.complaints(),
    title: 'complaints:list.title',
    access: 'signed-in',
    load: async () => (await import('./complaints.screen.tsx')).ComplaintsScreen,
    texts: ownTexts,
  },
  {
    path: paths.complaint(),
    title: 'complaints:title',
    access: 'public',
    load: async () => (await import('./complaint.screen.tsx')).ComplaintScreen,
    texts,
  },
  {
    path: paths.complaintLink(),
    title: 'complaints:follow.title',
    access: 'public',
    load: async () => (await import('./complaint-link.screen.tsx')).ComplaintLinkScreen,
    texts,
  },
  {
    path: paths.complaintStatus(),
    title: 'complaints:follow.title',
    access: 'public',
    load: async () => (await import('./complaint-status.screen.tsx')).ComplaintStatusScreen,
    texts,
  },
];
