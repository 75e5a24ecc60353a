import type { DeskPage } from '../../desk-page.ts';
import { useTroubleCount } from './use-trouble-count.ts';

const texts = ['deskConnections', 'deskPeople'];
const one = async () => (await import('./connection.screen.tsx')).ConnectionScreen;

export const connectionsPages: readonly DeskPage[] = [
  {
    path: '/connections',
    title: 'desk:place.connections',
    texts,
    load: async () => (await import('./connections.screen.tsx')).ConnectionsScreen,
    place: { label: 'desk:place.connections', shape: 'connections', in: 'programme', useCount: useTroubleCount },
  },
  { path: '/connections/:number', title: 'desk:place.connections', texts, load: one },
  { path: '/connections/:number/purchases/:purchase', title: 'desk:place.connections', texts, load: one },
];
