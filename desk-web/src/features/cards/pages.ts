import type { DeskPage } from '../../desk-page.ts';

const load = async () => (await import('./cards.screen.tsx')).CardsScreen;
const texts = ['deskCards'];

export const cardsPages: readonly DeskPage[] = [
  {
    path: '/cards',
    title: 'desk:place.cards',
    texts,
    load,
    place: { label: 'desk:place.cards', shape: 'cards', in: 'work' },
  },
  { path: '/cards/:part', title: 'desk:place.cards', texts, load },
];
