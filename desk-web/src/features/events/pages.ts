import type { DeskPage } from '../../desk-page.ts';

const texts = ['deskEvents', 'deskConnections', 'deskPeople'];
const network = async () => (await import('./network.screen.tsx')).NetworkScreen;

export const eventsPages: readonly DeskPage[] = [
  {
    path: '/events',
    title: 'desk:place.events',
    texts,
    load: network,
    place: { label: 'desk:place.events', shape: 'events', in: 'programme' },
  },
  { path: '/events/network/:message', title: 'desk:place.events', texts, load: network },
  {
    path: '/events/webhooks',
    title: 'desk:place.events',
    texts,
    load: async () => (await import('./webhooks.screen.tsx')).WebhooksScreen,
  },
  {
    path: '/events/messages',
    title: 'desk:place.events',
    texts,
    load: async () => (await import('./outbox.screen.tsx')).OutboxScreen,
  },
  {
    path: '/events/audit',
    title: 'desk:place.events',
    texts,
    load: async () => (await import('./audit.screen.tsx')).AuditScreen,
  },
];
