import type { DeskPage } from '../../desk-page.ts';

export const allCommandsPages: readonly DeskPage[] = [
  {
    path: '/all-commands',
    title: 'desk:place.allCommands',
    texts: ['deskCommands'],
    load: async () => (await import('./all-commands.screen.tsx')).AllCommandsScreen,
    place: { label: 'desk:place.allCommands', shape: 'commands', in: 'programme' },
  },
  {
    path: '/all-commands/:command',
    title: 'desk:place.allCommands',
    texts: ['deskCommands'],
    load: async () => (await import('./command.screen.tsx')).CommandScreen,
  },
];
