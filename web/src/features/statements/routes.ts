import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';
import { currentSession } from '../../session/session.ts';

export const statementRoutes: readonly AppRoute[] = [
  {
    path: paths.statements(),
    title: 'statements:title',
    access: 'signed-in',
    load: async () => (await import('./statements.screen.tsx')).StatementsScreen,
    texts: ['statements', 'transactions', 'downloads', 'fields'],
    feature: 'statements',
    navigation: { label: 'common:navigation.statements', icon: 'document', in: 'more', isForUsers: true },
    // A person who signed in with a card has no web account, and so no statements.
    elsewhere: () => (currentSession()?.kind === 'card' ? paths.cardHome() : null),
  },
];
