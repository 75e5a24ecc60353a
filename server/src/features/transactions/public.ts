export { categoryOfKind, categoryOfMerchant, isCash } from './category.domain.ts';
export { cleanMerchantName } from './merchant-name.domain.ts';
export { drawReceipt, recordPosting } from './record-posting.store.ts';
