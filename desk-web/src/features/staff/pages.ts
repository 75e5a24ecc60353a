import type { DeskPage } from '../../desk-page.ts';

const texts = ['deskStaff'];
const load = async () => (await import('./staff.screen.tsx')).StaffScreen;

export const staffPages: readonly DeskPage[] = [
  {
    path: '/staff',
    title: 'desk:place.staff',
    texts,
    load,
    place: { label: 'desk:place.staff', shape: 'staff', in: 'programme' },
  },
  {
    path: '/staff/sessions',
    title: 'desk:place.staff',
    texts,
    load: async () => (await import('./sessions.screen.tsx')).SessionsScreen,
  },
  {
    path: '/staff/settings',
    title: 'desk:place.staff',
    texts,
    load: async () => (await import('./settings.screen.tsx')).SettingsScreen,
  },
  {
    path: '/staff/hours',
    title: 'desk:place.staff',
    texts,
    load: async () => (await import('./hours.screen.tsx')).HoursScreen,
  },
  { path: '/staff/people/:name', title: 'desk:place.staff', texts, load },
];
