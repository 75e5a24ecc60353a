import type { SpendingCategory, TransactionKind } from '@wattle/contract/transactions/transaction.ts';

type Range = readonly [from: number, to: number, category: SpendingCategory];

/**
 * Merchant category codes (ISO 18245) by what a person would call the purchase. The first range that holds a code
 * decides, so single codes come before the ranges that include them.
 */
const RANGES: readonly Range[] = [
  [5411, 5411, 'groceries'],
  [5422, 5422, 'groceries'],
  [5441, 5441, 'groceries'],
  [5451, 5451, 'groceries'],
  [5462, 5462, 'groceries'],
  [5499, 5499, 'groceries'],
  [5811, 5814, 'eatingOut'],
  [5541, 5542, 'fuel'],
  [5552, 5552, 'fuel'],
  [5983, 5983, 'fuel'],
  [4111, 4112, 'transport'],
  [4121, 4121, 'transport'],
  [4131, 4131, 'transport'],
  [4784, 4784, 'transport'],
  [4789, 4789, 'transport'],
  [5531, 5533, 'transport'],
  [7523, 7523, 'transport'],
  [7531, 7549, 'transport'],
  [3000, 3299, 'travel'],
  [3351, 3441, 'travel'],
  [3501, 3999, 'travel'],
  [4411, 4411, 'travel'],
  [4511, 4511, 'travel'],
  [4582, 4582, 'travel'],
  [4722, 4723, 'travel'],
  [7011, 7012, 'travel'],
  [7032, 7033, 'travel'],
  [7512, 7519, 'travel'],
  [4812, 4816, 'bills'],
  [4899, 4900, 'bills'],
  [6300, 6300, 'bills'],
  [6513, 6513, 'bills'],
  [8211, 8299, 'bills'],
  [9311, 9311, 'bills'],
  [9399, 9399, 'bills'],
  [4119, 4119, 'health'],
  [5122, 5122, 'health'],
  [5912, 5912, 'health'],
  [5975, 5977, 'health'],
  [7230, 7230, 'health'],
  [7297, 7298, 'health'],
  [7997, 7997, 'health'],
  [8011, 8099, 'health'],
  [6010, 6011, 'cash'],
  [7800, 7802, 'gambling'],
  [7995, 7995, 'gambling'],
  [9406, 9406, 'gambling'],
  [5815, 5818, 'entertainment'],
  [5994, 5994, 'entertainment'],
  [7829, 7841, 'entertainment'],
  [7911, 7994, 'entertainment'],
  [7996, 7999, 'entertainment'],
  [5044, 5111, 'shopping'],
  [5131, 5139, 'shopping'],
  [5192, 5200, 'shopping'],
  [5211, 5399, 'shopping'],
  [5611, 5735, 'shopping'],
  [5921, 5973, 'shopping'],
  [5978, 5999, 'shopping'],
];

/** Spending category of a purchase at a merchant with this category code. */
export function categoryOfMerchant(mcc: string): SpendingCategory {
  const code = Number(mcc);
  return RANGES.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'other';
}

/** Manual and automated cash disbursement. A withdrawal at an ATM is cash whatever its code. */
export function isCash(mcc: string, channel: string): boolean {
  return channel === 'atm' || mcc === '6010' || mcc === '6011';
}

/** Category of a posting that has no merchant. */
const CATEGORY_OF_KIND: Partial<Record<TransactionKind, SpendingCategory>> = { bpay: 'bills', cash: 'cash' };

export function categoryOfKind(kind: TransactionKind): SpendingCategory {
  return CATEGORY_OF_KIND[kind] ?? 'other';
}

/** Money that is spent, in contrast to money that only moves. */
const SPENDING: ReadonlySet<TransactionKind> = new Set<TransactionKind>(['purchase', 'cash', 'bpay', 'fee']);

export function isSpending(kind: TransactionKind): boolean {
  return SPENDING.has(kind);
}
