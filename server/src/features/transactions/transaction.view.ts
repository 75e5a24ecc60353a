import {
  type ShopAmount,
  TRANSACTION_KINDS,
  type Transaction,
  type TransactionKind,
} from '@wattle/contract/transactions/transaction.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { isCash } from './category.domain.ts';
import { readMerchantName } from './merchant-name.domain.ts';
import type { OpenRow, PostedRow, ShopColumns } from './transaction.store.ts';

const KIND_OF_CODE = new Map<number, TransactionKind>(TRANSACTION_KINDS.map((kind) => [TRANSFER_CODE[kind], kind]));

/** Kinds whose raw text is the descriptor of a merchant. That of a transfer was written by a person. */
const CARD_KINDS: ReadonlySet<TransactionKind> = new Set<TransactionKind>(['purchase', 'cash', 'refund']);

function collectorOf(raw: string | null): string | null {
  return raw === null ? null : readMerchantName(raw).collector;
}

function shopAmountOf({ shop_amount, shop_currency, shop_exponent, shop_rate }: ShopColumns): ShopAmount | null {
  if (shop_amount === null || shop_currency === null || shop_exponent === null || shop_rate === null) return null;
  return { Amount: Number(shop_amount), Currency: shop_currency, Exponent: shop_exponent, Rate: shop_rate };
}

/** Fields that most rows have no value for. */
const NOTHING_TO_SAY = {
  AskedAmount: null,
  ApprovedAmount: null,
  CashAmount: null,
  LapseReason: null,
  SpendLimit: null,
  ExpectedOn: null,
} as const;

export function toPostedTransaction(row: PostedRow): Transaction {
  const kind = row.kind ?? KIND_OF_CODE.get(row.code) ?? 'adjustment';
  return {
    TransactionDate: toInstant(row.at),
    Description: row.description ?? '',
    Amount: toDollars(row.amount),
    HideAmount: false,
    Sequence: Number(row.seq),
    IsPending: false,
    IsDeclined: false,
    DeclineReason: null,
    TransactionId: row.public_id ?? `row-${row.seq}`,
    Kind: kind,
    Category: row.category ?? 'other',
    Channel: row.channel,
    Counterparty: row.counterparty,
    RawDescription: row.raw_description,
    Collector: CARD_KINDS.has(kind) ? collectorOf(row.raw_description) : null,
    BalanceAfter: toDollars(row.balance_after),
    Reference: row.reference ?? '',
    CardEnding: row.card_last4,
    Country: row.country,
    IsEstimate: false,
    ShopAmount: shopAmountOf(row),
    HeldFee: null,
    ...NOTHING_TO_SAY,
  };
}

/** A purchase that is pending or was declined. */
export function toOpenTransaction(row: OpenRow): Transaction {
  const isDeclined = row.status === 'declined';
  return {
    TransactionDate: toInstant(row.at),
    Description: row.merchant_name,
    Amount: toDollars(-row.current_amount),
    HideAmount: false,
    Sequence: null,
    IsPending: !isDeclined,
    IsDeclined: isDeclined,
    DeclineReason: row.decline_reason,
    TransactionId: row.public_id,
    Kind: isCash(row.mcc, row.channel) ? 'cash' : 'purchase',
    Category: row.category,
    Channel: row.channel,
    Counterparty: null,
    RawDescription: row.merchant_raw,
    Collector: collectorOf(row.merchant_raw),
    BalanceAfter: null,
    Reference: row.receipt,
    CardEnding: row.last4,
    Country: row.merchant_country,
    IsEstimate: !isDeclined && row.is_estimate,
    // It covers the whole amount, and not the rest after a partial clearing or reversal.
    ShopAmount: row.current_amount === row.amount ? shopAmountOf(row) : null,
    HeldFee: !isDeclined && row.fee_held > 0n ? toDollars(row.fee_held) : null,
    ...NOTHING_TO_SAY,
  };
}
