export { accruedPostings, readAccrued } from './accrued.ts';
export { mayTellTaxFile } from './interest-terms.store.ts';
export { readWithholding, toWithholding } from './withholding.store.ts';
