import type { Channel, SpendingCategory, TransactionKind } from '@wattle/contract/transactions/transaction.ts';
import { categoryOfKind, categoryOfMerchant, isCash, readMerchantName } from '../features/transactions/public.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { productTexts } from '../platform/text/texts.ts';
import type { DemoMerchant } from './merchants.ts';

/** Words of the product for a deposit. */
export const BY_BANK = productTexts(DEFAULT_LANGUAGE, 'settlement')['deposit.posted'] ?? '';

/** One posting of an account. */
export type HistoryRow = {
  /** When it happened, and when it was posted: milliseconds. */
  readonly at: number;
  readonly postedAt: number;
  /** Cents; money out is negative. */
  readonly amount: bigint;
  readonly kind: TransactionKind;
  readonly category: SpendingCategory;
  readonly description: string;
  readonly raw: string | null;
  readonly mcc: string | null;
  readonly channel: Channel | null;
  readonly country: string | null;
  /** Last 4 digits of the card that was used. */
  readonly card: string | null;
};

/** A purchase of so many cents. */
export function bought(at: number, merchant: DemoMerchant, cents: number, channel: Channel, card: string): HistoryRow {
  const { name } = readMerchantName(merchant.name);
  const cash = isCash(merchant.mcc, channel);
  return {
    at,
    postedAt: at,
    amount: BigInt(-cents),
    kind: cash ? 'cash' : 'purchase',
    category: cash ? 'cash' : categoryOfMerchant(merchant.mcc),
    description: name,
    raw: name === merchant.name ? null : merchant.name,
    mcc: merchant.mcc,
    channel,
    country: merchant.country,
    card,
  };
}

/** Money back from a shop. */
export function refunded(
  at: number,
  merchant: DemoMerchant,
  cents: number,
  channel: Channel,
  card: string,
): HistoryRow {
  return {
    ...bought(at, merchant, cents, channel, card),
    amount: BigInt(cents),
    kind: 'refund',
    category: categoryOfMerchant(merchant.mcc),
  };
}

/** A posting without a shop; `cents` carries its sign. */
export function moved(at: number, kind: TransactionKind, description: string, cents: number | bigint): HistoryRow {
  return {
    at,
    postedAt: at,
    amount: BigInt(cents),
    kind,
    category: categoryOfKind(kind),
    description,
    raw: null,
    mcc: null,
    channel: null,
    country: null,
    card: null,
  };
}

/** The history with an opening deposit in front that makes it end at `target` cents. */
export function openedFor(target: bigint, at: number, description: string, rows: readonly HistoryRow[]): HistoryRow[] {
  const opening = rows.reduce((left, row) => left - row.amount, target);
  return opening === 0n ? [...rows] : [moved(at, 'opening', description, opening), ...rows];
}
