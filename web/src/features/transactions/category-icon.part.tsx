import type { SpendingCategory, Transaction } from '@wattle/contract/transactions/transaction.ts';
import { AppIcon, type AppIconName } from '../../ui/app-icon.tsx';

const BY_CATEGORY: Readonly<Record<SpendingCategory, AppIconName>> = {
  groceries: 'groceries',
  eatingOut: 'food',
  transport: 'transport',
  fuel: 'fuel',
  bills: 'bills',
  health: 'health',
  shopping: 'shopping',
  entertainment: 'play',
  travel: 'travel',
  cash: 'cash',
  gambling: 'play',
  other: 'document',
};

const BY_KIND: Partial<Readonly<Record<Transaction['Kind'], AppIconName>>> = {
  refund: 'refund',
  topUp: 'moneyIn',
  transferIn: 'moneyIn',
  pay: 'moneyIn',
  opening: 'moneyIn',
  transferOut: 'transfer',
  bpay: 'bills',
  fee: 'document',
  interest: 'interest',
  withholdingTax: 'document',
};

export function CategoryIcon({ category }: { readonly category: SpendingCategory }) {
  return <AppIcon name={BY_CATEGORY[category]} size="s" />;
}

export function TransactionIcon({ row }: { readonly row: Pick<Transaction, 'Kind' | 'Category'> }) {
  return <AppIcon name={BY_KIND[row.Kind] ?? BY_CATEGORY[row.Category]} size="s" />;
}
