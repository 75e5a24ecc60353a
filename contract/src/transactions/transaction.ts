import { inEachLanguage } from '../rules/languages.ts';
import * as z from 'zod/mini';
import { typed } from '../typed.ts';
import { accountNumber, instant, isoDate, money } from '../wire.ts';

/** Category of a posting, by the merchant's category code or the kind of posting. */
export const SPENDING_CATEGORIES = [
  'groceries',
  'eatingOut',
  'transport',
  'fuel',
  'bills',
  'health',
  'shopping',
  'entertainment',
  'travel',
  'cash',
  'gambling',
  'other',
] as const;
export const spendingCategory = z.enum(SPENDING_CATEGORIES);
export type SpendingCategory = z.output<typeof spendingCategory>;

export const TRANSACTION_KINDS = [
  'purchase',
  'cash',
  'refund',
  'topUp',
  'transferIn',
  'transferOut',
  'bpay',
  'pay',
  'fee',
  'interest',
  'withholdingTax',
  'opening',
  'adjustment',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const CHANNELS = ['contactless', 'chip', 'magstripe', 'online', 'atm', 'manual'] as const;
export const channel = z.enum(CHANNELS, 'required');
export type Channel = z.output<typeof channel>;

/** Why a purchase was declined, for the cardholder: a key of texts transactions.declined. */
export const DECLINE_REASONS = [
  'cardOff',
  'cardBlocked',
  'cardExpired',
  /** The shop sent the date of the card that this one took the place of. */
  'oldExpiry',
  'cardNotActive',
  /** A virtual card that was used or deleted. */
  'cardClosed',
  /** A virtual card that is locked to another merchant. */
  'otherMerchant',
  'wrongPin',
  /** A purchase that needs a PIN came without one. */
  'pinMissing',
  'pinLocked',
  'wrongSecurityCode',
  /** An online purchase without CVV2 that the shop has not verified otherwise. */
  'notVerified',
  'overLimit',
  /** A rule of the programme stopped it to protect the holder. */
  'stoppedByRule',
  'noFunds',
  /** The money was there, and its holder keeps it aside from purchases. */
  'keptAside',
  'channelOff',
  'categoryRefused',
  /** By the shop's bank, the network or the processor, before it was asked for here. */
  'elsewhere',
  'other',
] as const;
export const declineReason = z.enum(DECLINE_REASONS);
export type DeclineReason = z.output<typeof declineReason>;

/** Why a purchase that was approved is held no more, although nothing was taken. */
export const LAPSE_REASONS = [
  /** The shop reversed it. */
  'cancelled',
  /** The approval came after the time that the processor waits. */
  'tooLate',
  /** The shop has not taken it in time. It may still. */
  'notTaken',
] as const;
export const lapseReason = z.enum(LAPSE_REASONS);
export type LapseReason = z.output<typeof lapseReason>;

/** Daily spend limit of a card, and what was left of it. */
export const spendLimitLeft = z.object({ Amount: money, Left: money });

/** Amount in the currency of a merchant abroad. */
export const shopAmount = z.object({
  /** In the smallest unit of the currency, with `Exponent` digits behind the point. */
  Amount: z.number(),
  /** ISO 4217. */
  Currency: z.string(),
  Exponent: z.number(),
  /** Australian dollars for one unit, as the network sent it. */
  Rate: z.string(),
});
export type ShopAmount = z.output<typeof shopAmount>;

/**
 * A line of a list. Posted rows have a Sequence: 1, 2, 3 … in an account, without a gap. Pending, declined and lapsed
 * rows have none. Amount is signed: money out is negative. A pending refund has moved no money.
 */
export const transaction = z.object({
  TransactionDate: instant,
  /** Empty where the shop has sent no name. */
  Description: z.string(),
  /** Added: the description in each language, where it is a text of the programme; null: people or a shop wrote it. */
  DescriptionIn: z.nullable(z.object(inEachLanguage(() => z.string()))),
  Amount: money,
  /** True on a row that carries only words; its amount is not to be shown. */
  HideAmount: z.boolean(),
  Sequence: z.nullable(z.number()),
  IsPending: z.boolean(),
  IsDeclined: z.boolean(),
  DeclineReason: z.nullable(declineReason),
  /** Public and random; names the row in a list. */
  TransactionId: z.string(),
  Kind: z.enum(TRANSACTION_KINDS),
  Category: spendingCategory,
  Channel: z.nullable(channel),
  /** Counterparty, where it is a person or firm and Description may be free text. */
  Counterparty: z.nullable(z.string()),
  /** Text that the merchant or sender sent, if it differs from Description. */
  RawDescription: z.nullable(z.string()),
  /** Company that took the payment for the shop, such as Square or PayPal; null: none that is known. */
  Collector: z.nullable(z.string()),
  /** Balance of the account right after a posted row. */
  BalanceAfter: z.nullable(money),
  Reference: z.string(),
  /** Last 4 digits of the card that was used, where one was. */
  CardEnding: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2 of the merchant; null: not given. */
  Country: z.nullable(z.string()),
  /** True while the final amount may differ: fuel, hotel, car hire. */
  IsEstimate: z.boolean(),
  /** Present for a purchase, cash or refund in another currency. */
  ShopAmount: z.nullable(shopAmount),
  /** Foreign fee that a pending row holds besides Amount. Once posted it is a separate row. */
  HeldFee: z.nullable(money),
  /**
   * Amount that the shop asked for, positive, if it differs from Amount: more if a part was approved, less if more is
   * held until the price is known.
   */
  AskedAmount: z.nullable(money),
  /** Amount that was approved, positive, if the shop then took more. */
  ApprovedAmount: z.nullable(money),
  /** Part of Amount that was paid out in cash, positive. */
  CashAmount: z.nullable(money),
  /** Present for an approved purchase that is held no more and was not taken. */
  LapseReason: z.nullable(lapseReason),
  /** Present where a purchase by the caller's own card was declined for it, as it was then. */
  SpendLimit: z.nullable(spendLimitLeft),
  /** Day by which a pending refund usually arrives; null once that is past. */
  ExpectedOn: z.nullable(isoDate),
});
export type Transaction = z.output<typeof transaction>;

/** Description of the rows of a merchant, which names it. */
export const merchantName = z
  .string('required')
  .check(typed.line(), z.minLength(1, 'required'), z.maxLength(200, 'required'));

/** A posted row of an account, by its Sequence. */
export const postedRow = { accountNumber, Sequence: z.int('required').check(z.minimum(1, 'required')) };

export const transactionList = z.object({ HasMore: z.boolean(), Transactions: z.array(transaction) });
