export { listUnreached, type Unreached } from './list-unreached.ts';
export { receiptFigures } from './receipt-figures.ts';
export { serveReceipts } from './serve-receipts.ts';
