import type { DeskPage } from '../../desk-page.ts';

const texts = ['deskRules'];

export const rulesPages: readonly DeskPage[] = [
  {
    path: '/rules',
    title: 'desk:place.rules',
    texts,
    load: async () => (await import('./rules.screen.tsx')).RulesScreen,
    place: { label: 'desk:place.rules', shape: 'rules', in: 'programme' },
  },
  {
    path: '/rules/:rule',
    title: 'desk:place.rules',
    texts,
    load: async () => (await import('./rule.screen.tsx')).RuleScreen,
  },
];
