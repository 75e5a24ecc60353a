import type { DeskPage } from '../../desk-page.ts';
import { useComplaintCount } from './use-complaints.ts';

const texts = ['deskComplaints'];

export const complaintsPages: readonly DeskPage[] = [
  {
    path: '/complaints',
    title: 'desk:place.complaints',
    texts,
    load: async () => (await import('./complaints.screen.tsx')).ComplaintsScreen,
    place: { label: 'desk:place.complaints', shape: 'complaints', in: 'work', useCount: useComplaintCount },
  },
  {
    path: '/complaints/:reference',
    title: 'desk:place.complaints',
    texts,
    load: async () => (await import('./complaint.screen.tsx')).ComplaintScreen,
  },
];
