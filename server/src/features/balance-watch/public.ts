export { readRoomTaken } from './room-taken.store.ts';
export { fireRetry, watchBalances } from './watch-balances.store.ts';
