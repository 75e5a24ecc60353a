export { askEach } from './api.ts';
export { readBalances } from './balance/balance.store.ts';
export { makeCardsAgain } from './cards/make-cards.due.ts';
export { checkConnections, openConnections } from './connections.ts';
export { lockAccountOf } from './cards/processor-card.store.ts';
export { processorFigures } from './figures.ts';
export { serveProcessors } from './serve-processors.ts';
export { secretsOf } from './connection.ts';
