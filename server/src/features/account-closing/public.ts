export { deceased } from './deceased.ts';
export { saveClosed } from './ending.store.ts';
