import { expect, it } from 'vitest';
import { describeRow } from './row-words.view.ts';

const ROW = {
  Description: 'Kurrajong Grocers',
  Kind: 'purchase',
  CardEnding: '0017',
  ShopAmount: null,
  AskedAmount: null,
  ApprovedAmount: null,
  CashAmount: null,
} as const;
const style = {
  language: 'enAU',
  words: (key: string, values: Readonly<Record<string, string>> = {}) => [key, ...Object.values(values)].join(' '),
} as const;

it.each([
  [{}, 'Kurrajong Grocers'],
  [{ AskedAmount: 62.5 }, 'Kurrajong Grocers (transactions:parts.file.part $62.50)'],
  [{ ApprovedAmount: 58 }, 'Kurrajong Grocers (transactions:parts.file.was $58.00)'],
  [{ CashAmount: 50 }, 'Kurrajong Grocers (transactions:parts.file.cash $50.00)'],
  [
    { ShopAmount: { Amount: 1_200, Currency: 'USD', Exponent: 2, Rate: '1.5417' }, ApprovedAmount: 18.5 },
    'Kurrajong Grocers (transactions:shopAmount USD 12.00 1.5417) (transactions:parts.file.was $18.50)',
  ],
  [{ Description: '' }, 'transactions:parts.noName'],
  [{ Description: '', CardEnding: null }, 'transactions:kind.purchase'],
])('describes a row of a document, %o', (given, words) => {
  expect(describeRow({ ...ROW, ...given }, style)).toBe(words);
});
