export { mayTellTaxFile } from './interest-terms.store.ts';
export { readWithholding, toWithholding } from './withholding.store.ts';
