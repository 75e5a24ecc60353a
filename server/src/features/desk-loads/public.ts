export { LOAD_TYPES, type LoadType } from './desk-load.store.ts';
export { loadKind, PAID_FROM } from './load.kind.ts';
