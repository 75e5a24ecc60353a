export { receiptFigures } from './receipt-figures.ts';
