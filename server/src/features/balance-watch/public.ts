export { fireRetry, watchBalances } from './watch-balances.store.ts';
