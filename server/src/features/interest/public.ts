export { accruedPostings, readAccrued } from './accrued.ts';
export { mayEditTaxFile } from './interest-terms.store.ts';
export { readWithholding, toWithholding } from './withholding.store.ts';
