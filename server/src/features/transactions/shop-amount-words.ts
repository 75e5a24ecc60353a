import { foreignDigits } from '@wattle/contract/rules/amounts.ts';
import type { ShopAmount } from '@wattle/contract/transactions/transaction.ts';

type Words = (key: string, values: Readonly<Record<string, string>>) => string;

/** The description of a row on paper: where the shop asked for another currency, with its amount and rate. */
export function withShopAmount(description: string, shop: ShopAmount | null, words: Words): string {
  if (shop === null) return description;
  // The code, because not every font has every sign.
  const amount = `${shop.Currency} ${foreignDigits(shop)}`;
  return `${description} (${words('transactions:shopAmount', { amount, rate: shop.Rate })})`;
}
