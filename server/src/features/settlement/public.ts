export { countTrouble } from './trouble/trouble.store.ts';
export type { TroubleCount } from './trouble/trouble.store.ts';
