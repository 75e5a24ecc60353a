import type { DeskPage } from '../../desk-page.ts';
import { useWaitingCount } from './use-requests.ts';

const load = async () => (await import('./approvals.screen.tsx')).ApprovalsScreen;

export const approvalsPages: readonly DeskPage[] = [
  {
    path: '/approvals',
    title: 'desk:place.approvals',
    texts: ['deskApprovals'],
    load,
    place: { label: 'desk:place.approvals', shape: 'approvals', in: 'work', useCount: useWaitingCount },
  },
  { path: '/approvals/:request', title: 'desk:place.approvals', texts: ['deskApprovals'], load },
];
