export { readBillerFile } from './billers/biller-file.domain.ts';
export { hasBillers, replaceBillers } from './billers/biller.store.ts';
