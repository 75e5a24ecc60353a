import type { DeskPage } from '../../desk-page.ts';

const texts = ['deskPeopleFiles'];

export const peopleFilesPages: readonly DeskPage[] = [
  {
    path: '/people-files',
    title: 'desk:place.people',
    texts,
    load: async () => (await import('./people-files.screen.tsx')).PeopleFilesScreen,
  },
  {
    path: '/people-files/:file',
    title: 'desk:place.people',
    texts,
    load: async () => (await import('./people-file.screen.tsx')).PeopleFileScreen,
  },
];
