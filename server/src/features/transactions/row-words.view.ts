import { foreignDigits, money } from '@wattle/contract/rules/amounts.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { isOfShop, titleKeyOf } from '@wattle/contract/rules/row-title.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';

type Style = {
  readonly words: (key: string, values?: Readonly<Record<string, string>>) => string;
  readonly language: Language;
};

type Named = Pick<Transaction, 'Description' | 'Kind' | 'CardEnding'>;
type Described = Named & Pick<Transaction, 'ShopAmount' | 'AskedAmount' | 'ApprovedAmount' | 'CashAmount'>;

/**
 * Description of a row in a document: with the merchant's amount and rate where its currency differs, what was asked
 * for or approved where that was another amount, and the part paid out in cash.
 */
export function describeRow(row: Described, { words, language }: Style): string {
  const { ShopAmount: shop, AskedAmount, ApprovedAmount, CashAmount } = row;
  const amountOf = (dollars: number) => ({ amount: money(dollars, language) });
  const notes = [
    // The currency code, because not every font has every sign.
    shop && words('transactions:shopAmount', { amount: `${shop.Currency} ${foreignDigits(shop)}`, rate: shop.Rate }),
    AskedAmount !== null && words('transactions:parts.file.part', amountOf(AskedAmount)),
    ApprovedAmount !== null && words('transactions:parts.file.was', amountOf(ApprovedAmount)),
    CashAmount !== null && words('transactions:parts.file.cash', amountOf(CashAmount)),
  ].filter((note) => typeof note === 'string');
  return [nameOf(row, words), ...notes.map((note) => `(${note})`)].join(' ');
}

/** A row without a text, such as one whose text was erased, is named by its kind. */
export function nameOf(row: Named, words: Style['words']): string {
  const key = titleKeyOf(row);
  return key === undefined ? row.Description : words(`transactions:${key}`);
}

/** The text of a row beside its kind. A shop may have sent no name. */
export function titleOf(row: Named, words: Style['words']): string {
  return isOfShop(row) ? nameOf(row, words) : row.Description;
}
