export { watchBalances } from './watch-balances.store.ts';
