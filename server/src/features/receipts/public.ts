export { receiptFigures } from './receipt-figures.ts';
export { serveReceipts } from './serve-receipts.ts';
