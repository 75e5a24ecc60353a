export { bodyOf, CATALOGUE, type EventType, exampleOf } from './catalogue.ts';
export { noteEvents, notingPayments, type NotedEvent } from './note-events.store.ts';
