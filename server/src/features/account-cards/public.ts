export { maximumOf, monthOf, productsOfAccount } from './account-cards.ts';
