export { readBalances } from './balance/balance.store.ts';
export { makeCardsAgain } from './cards/make-cards.due.ts';
export { openConnections } from './connections.ts';
export { checkConnections } from './check-connections.ts';
export { processorFigures } from './figures.ts';
export { serveProcessors } from './serve-processors.ts';
export { secretsOf } from './secrets.ts';
