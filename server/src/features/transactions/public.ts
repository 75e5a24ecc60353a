export { categoryOfKind, categoryOfMerchant, isCash } from './category.domain.ts';
export { readBillingCompany, readMerchantName } from './merchant-name.domain.ts';
export { findOwnAccount, isOwnRow, readPostedRows } from './transaction.store.ts';
export type { ListedAccount, PostedRow } from './transaction.store.ts';
export { withShopAmount } from './shop-amount-words.ts';
export { toPostedTransaction } from './transaction.view.ts';
export { drawReceipt, recordPosting, recordPostings, watchPostings } from './record-posting.store.ts';
export type { PostingWords } from './record-posting.store.ts';
export { WORDS_INVARIANTS } from './words-invariants.store.ts';
