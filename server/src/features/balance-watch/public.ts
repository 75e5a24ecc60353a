export { lockRoomTaken, readOpenLinkMoney } from './open-card-money.store.ts';
export { readRoomTaken } from './room-taken.store.ts';
export { fireRetries, readWaitsFor, watchBalances } from './watch-balances.store.ts';
