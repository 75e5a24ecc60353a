import { foreignDigits } from '@wattle/contract/rules/amounts.ts';
import type { ShopAmount } from '@wattle/contract/transactions/transaction.ts';

type Words = (key: string, values: Readonly<Record<string, string>>) => string;

/** Description of a row in a document, with the merchant's amount and rate where its currency differs. */
export function withShopAmount(description: string, shop: ShopAmount | null, words: Words): string {
  if (shop === null) return description;
  // The currency code, because not every font has every sign.
  const amount = `${shop.Currency} ${foreignDigits(shop)}`;
  return `${description} (${words('transactions:shopAmount', { amount, rate: shop.Rate })})`;
}
