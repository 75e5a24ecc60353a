import type { Language } from '@wattle/contract/rules/languages.ts';
import {
  type DeclineReason,
  type LapseReason,
  type ShopAmount,
  TRANSACTION_KINDS,
  type Transaction,
  type TransactionKind,
} from '@wattle/contract/transactions/transaction.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { toInstant } from '../../platform/database/database.ts';
import { inAllLanguages, type TextName } from '../../platform/text/known-text.ts';
import { toDollars } from '../../platform/money.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { isCash } from './category.domain.ts';
import { readMerchantName, UNNAMED_MERCHANT } from './merchant-name.domain.ts';
import type { ComingRefund, OpenRow, PostedRow, ShopColumns } from './transaction.store.ts';

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

/** Texts that the programme writes as the description of a row, by its kind. */
const PROGRAMME_TEXTS: Partial<Readonly<Record<TransactionKind, readonly TextName[]>>> = {
  topUp: [
    ['topup', 'card.posted'],
    ['topup', 'voucher.posted'],
    ['topup', 'auto.posted'],
    ['topup', 'link.posted'],
    ['settlement', 'deposit.postedFrom'],
    ['settlement', 'deposit.posted'],
    ['postings', 'load'],
    ['store', 'posted'],
  ],
  transferIn: [
    ['settlement', 'comeBack.description'],
    ['settlement', 'stopped.description'],
  ],
  fee: [
    ...(['cardReplacement', 'additionalCard', 'upgrade', 'other', 'autoTopUp', 'foreign'] as const).map(
      (fee): TextName => ['postings', `fee.${fee}`],
    ),
    ['topup', 'card.feePosted'],
  ],
  interest: [['postings', 'interest']],
  withholdingTax: [['postings', 'tax']],
  adjustment: [['store', 'takenBack']],
  opening: [['store', 'posted']],
};

export function kindOf({ kind, code }: Pick<PostedRow, 'kind' | 'code'>): TransactionKind {
  return kind ?? KIND_OF_CODE.get(code) ?? 'adjustment';
}

/** A description that the programme wrote, in every language. Null: another wrote it. */
export function wordingsOf(kind: TransactionKind, description: string): Record<Language, string> | null {
  return inAllLanguages(PROGRAMME_TEXTS[kind] ?? [], description);
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

function named(name: string): string {
  return name === UNNAMED_MERCHANT ? '' : name;
}

function dollarsOf(cents: bigint | null): number | null {
  return cents === null ? null : toDollars(cents);
}

export function toPostedTransaction(row: PostedRow): Transaction {
  const kind = kindOf(row);
  return {
    TransactionDate: toInstant(row.at),
    Description: named(row.description ?? ''),
    DescriptionIn: wordingsOf(kind, row.description ?? ''),
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
    AskedAmount: dollarsOf(row.asked_part),
    ApprovedAmount: dollarsOf(row.approved_part),
    CashAmount: dollarsOf(row.cash_part),
  };
}

/** Amount that a pending purchase asked for, where all of it is still held and that is another amount. */
function askedOf(row: OpenRow): number | null {
  if (row.status !== 'approved' || row.current_amount !== approvedOf(row)) return null;
  const asked = row.approved_amount === null ? (row.asked_amount ?? 0n) : row.amount;
  return asked === 0n || asked === row.current_amount ? null : toDollars(asked);
}

/** Cents that were approved. */
function approvedOf({ amount, approved_amount: part }: OpenRow): bigint {
  return part ?? amount;
}

/** A processor that declines for its own limit, or the programme's money there, says nothing about the card. */
function declineReasonOf({ decline_reason: reason, is_elsewhere: isElsewhere }: OpenRow): DeclineReason | null {
  return isElsewhere && (reason === 'overLimit' || reason === 'noFunds') ? 'elsewhere' : reason;
}

function lapseReasonOf({ status, is_too_late: isTooLate }: OpenRow): LapseReason | null {
  if (status === 'expired') return 'notTaken';
  if (status !== 'reversed') return null;
  return isTooLate ? 'tooLate' : 'cancelled';
}

function spendLimitOf({ spend_limit: limit, limit_left: left }: OpenRow): Transaction['SpendLimit'] {
  return limit === null || left === null ? null : { Amount: toDollars(limit), Left: toDollars(left) };
}

/** A purchase that is pending, was declined or has lapsed. */
export function toOpenTransaction(row: OpenRow): Transaction {
  const isDeclined = row.status === 'declined';
  const isPending = row.status === 'approved';
  const isWhole = row.approved_amount === null && (!isPending || row.current_amount === row.amount);
  return {
    TransactionDate: toInstant(row.at),
    Description: named(row.merchant_name),
    DescriptionIn: null,
    Amount: toDollars(isPending ? -row.current_amount : -approvedOf(row)),
    HideAmount: false,
    Sequence: null,
    IsPending: isPending,
    IsDeclined: isDeclined,
    DeclineReason: declineReasonOf(row),
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
    IsEstimate: isPending && row.is_estimate,
    // It covers the whole amount, and not the rest after a partial clearing or reversal.
    ShopAmount: isWhole ? shopAmountOf(row) : null,
    HeldFee: isPending && row.fee_held > 0n ? toDollars(row.fee_held) : null,
    ...NOTHING_TO_SAY,
    AskedAmount: askedOf(row),
    CashAmount: isWhole ? dollarsOf(row.cash_amount) : null,
    LapseReason: lapseReasonOf(row),
    SpendLimit: spendLimitOf(row),
  };
}

/** Days in which a refund usually arrives. */
const REFUND_DAYS = 7;

/** A refund that is announced. It has moved no money. */
export function toComingRefund(row: ComingRefund, today: string): Transaction {
  const at = toInstant(row.at);
  const expected = Temporal.PlainDate.from(dayAt(Date.parse(at)))
    .add({ days: REFUND_DAYS })
    .toString();
  return {
    TransactionDate: at,
    Description: named(row.merchant_name),
    DescriptionIn: null,
    Amount: toDollars(row.amount),
    HideAmount: false,
    Sequence: null,
    IsPending: true,
    IsDeclined: false,
    DeclineReason: null,
    TransactionId: row.public_id,
    Kind: 'refund',
    Category: row.category,
    Channel: row.channel,
    Counterparty: null,
    RawDescription: row.merchant_raw,
    Collector: collectorOf(row.merchant_raw),
    BalanceAfter: null,
    Reference: row.receipt,
    CardEnding: row.last4,
    Country: row.merchant_country,
    IsEstimate: false,
    ShopAmount: null,
    HeldFee: null,
    ...NOTHING_TO_SAY,
    ExpectedOn: expected < today ? null : expected,
  };
}

/** Rows without a Sequence in the order of lists: what is pending, newest first, then the others. */
export function inOrder(open: readonly Transaction[], coming: readonly Transaction[]): Transaction[] {
  const pending = [...open.filter(({ IsPending }) => IsPending), ...coming];
  return [
    ...pending.toSorted((one, other) => (one.TransactionDate < other.TransactionDate ? 1 : -1)),
    ...open.filter(({ IsPending }) => !IsPending),
  ];
}
