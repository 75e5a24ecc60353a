import type { DeskPage } from '../../desk-page.ts';

const loadSearch = async () => (await import('./search.screen.tsx')).SearchScreen;
const loadPerson = async () => (await import('./person.screen.tsx')).PersonScreen;

const texts = ['deskPeople'];

export const peoplePages: readonly DeskPage[] = [
  { path: '/search', title: 'desk:place.people', texts, load: loadSearch },
  {
    path: '/people',
    title: 'desk:place.people',
    texts,
    load: loadSearch,
    place: { label: 'desk:place.people', shape: 'people', in: 'work' },
  },
  { path: '/people/:person', title: 'desk:place.people', texts, load: loadPerson },
  { path: '/people/:person/:part', title: 'desk:place.people', texts, load: loadPerson },
];
