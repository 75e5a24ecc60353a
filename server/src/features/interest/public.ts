export { readWithholding, toWithholding } from './withholding.store.ts';
