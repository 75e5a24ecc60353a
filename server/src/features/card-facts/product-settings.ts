import { METHOD_SETTINGS } from '@wattle/contract/rules/payment-methods.ts';
import { byName } from '@wattle/contract/rules/typed-names.ts';
import * as z from 'zod';

/** Integer cents, zero or more. */
const cents = z.number().int().min(0).max(9_999_999_999);
/** Percent per year with two decimals: 3.1 is 3.10%. */
const percent = z.number().min(0).max(100);

/** Checks that a card itself can require at activation, in addition to those of product and brand. */
export const ACTIVATION_CHECKS = ['none', 'ekyc', 'maidenName', 'questions', 'terms'] as const;

/**
 * Settings of a product: functions and limits of its cards. Validated when stored and again when read, so that a newer
 * field gets its default. Amounts are cents.
 */
export const productSettings = z.object({
  isTemporary: z.boolean().default(false),
  isNonStock: z.boolean().default(false),
  /** BSB of the programme for incoming bank transfers. */
  bsb: z
    .string()
    .regex(/^\d{3}-\d{3}$/)
    .default('000-001'),
  usesDirectEntryNumbers: z.boolean().default(false),
  /** Prefix of new card numbers, assigned by the scheme, and their length. */
  cardNumbers: z
    .object({
      prefix: z.string().regex(/^\d{6,10}$/, 'must be 6 to 10 digits'),
      length: z.union([z.literal(16), z.literal(19)]),
    })
    .nullable()
    .default(null),

  /** The connection whose processor makes the cards and holds their numbers. Null: they are drawn here from `cardNumbers`. */
  processor: z
    .object({ connection: z.number().int().min(1) })
    .nullable()
    .default(null),
  /** Keeper of the PIN. With `processor` none is chosen, stored or compared here. */
  pinHeldBy: z.enum(['wattle', 'processor']).default('wattle'),

  // Features. Each also depends on the switches of brand, tenant and instance where they exist.
  ...byName(METHOD_SETTINGS, () => z.boolean().default(false)),
  /** Permits the return of the whole available balance to a bank account. */
  returnFunds: z.boolean().default(true),
  bankTransferTopUp: z.boolean().default(false),
  schemeTopUp: z.boolean().default(false),
  autoTopUp: z.boolean().default(false),
  voucherTopUp: z.boolean().default(false),
  directDebit: z.boolean().default(false),
  statements: z.boolean().default(false),
  replacementByCardholder: z.boolean().default(false),
  /** Whether the same applies to cards that are not reloadable. */
  replacesNonReloadable: z.boolean().default(false),
  lostOrStolen: z.boolean().default(true),
  contactlessSwitch: z.boolean().default(true),
  /** How often number, expiry and CVV2 of a virtual card can be shown in an hour. */
  revealsAnHour: z.number().int().min(0).max(1_000).default(5),
  purchaseLimits: z.boolean().default(false),
  paymentLimits: z.boolean().default(false),
  additionalCards: z.boolean().default(false),

  // Transactions permitted at the card network.
  contactless: z.boolean().default(true),
  cardNotPresent: z.boolean().default(true),
  /** ATMs, bank counters and cash out. */
  cash: z.boolean().default(false),
  gambling: z.boolean().default(false),
  /** Waiting period in hours before a cardholder who blocked gambling can gamble again. */
  gamblingWaitHours: z.number().int().min(0).max(8_760).default(48),
  /** Money orders, crypto and similar. */
  quasiCash: z.boolean().default(false),
  /** ISO 3166-1 alpha-2; purchases elsewhere are overseas. */
  homeCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be the two letters of a country')
    .default('AU'),
  /** Basis points of a purchase in another currency or outside of the home country: 300 are 3%. */
  foreignFeePoints: z.number().int().min(0).max(1_000).default(0),
  /** Maximum contactless purchase without a PIN. */
  contactlessWithoutPinMax: cents.default(100_00),
  /**
   * Online purchases of which a processor says that no CVV2 was sent or compared: `always`, only those that 3-D Secure
   * has `authenticated`, or `never`.
   */
  onlineWithoutCvv2: z.enum(['always', 'authenticated', 'never']).default('always'),
  /** Approves the part of a purchase that the balance covers, where the terminal can take it. */
  partialApproval: z.boolean().default(false),
  /** Answers what is available, to an ATM for one. */
  balanceInquiry: z.boolean().default(false),
  /** Daily spend limit of a card without its own; null: no limit. */
  spendLimit: cents.nullable().default(null),
  /** Daily spend limits that are offered. */
  spendLimitSteps: z.array(cents.min(1)).default([50_00, 100_00, 200_00, 500_00, 1_000_00, 2_000_00, 5_000_00]),
  /** Highest daily spend limit that a cardholder can choose. */
  spendLimitMax: cents.default(5_000_00),
  paymentLimit: cents.nullable().default(1_000_00),
  paymentLimitMax: cents.nullable().default(5_000_00),
  /** Amount to one known destination within 24 hours above which a fresh proof is required; null: never required. */
  stepUpAmount: cents.nullable().default(500_00),
  /**
   * Amount to destinations first paid within a day, all together, above which a payment is held; null: none is held.
   */
  scamHoldAmount: cents.nullable().default(300_00),
  /** Whether transfers to other banks go straight away where the receiving bank is reached at any hour. */
  instantTransfers: z.boolean().default(true),
  /** Monthly cap of an account's transfers to other banks, by purpose; null: no cap. */
  housingCap: cents.nullable().default(5_000_00),
  otherExpensesCap: cents.nullable().default(2_000_00),
  /** Maximum balance of an unverified and of a verified holder. */
  maxBalanceUnverified: cents.default(999_00),
  maxBalance: cents.default(5_000_00),
  /** Minimum and maximum of one top-up by card. */
  topUpMin: cents.default(10_00),
  topUpMax: cents.default(10_000_00),
  /** Fee for one top-up by card, and for the first load of a card. */
  topUpFee: cents.default(0),
  initialLoadFee: cents.default(0),
  /** Fee for setting up an automatic top-up; its proposed trigger in percent of the maximum load. */
  autoTopUpFee: cents.default(0),
  autoTopUpTriggerPercent: percent.default(10),
  upgradeFee: cents.default(0),
  /** Reloadable product of the brand to which a card is upgraded; null: none. */
  upgradesTo: z.number().int().min(1).nullable().default(null),
  replacementFee: cents.default(9_95),
  /** Fee for replacing a stolen card, and an expired one. */
  replacementFeeStolen: cents.default(0),
  replacementFeeExpired: cents.default(0),
  additionalCardFee: cents.default(9_95),
  /** Maximum number of cards of an account, including the first. */
  cardsOfAccountMax: z.number().int().min(1).max(99).default(4),
  /** Virtual cards that the primary holder of a reloadable card creates for its account. */
  virtualCards: z
    .object({
      /** Their product, a virtual one of the brand; null: none can be created. */
      product: z.number().int().min(1).nullable().default(null),
      /** Maximum created in a day, and maximum at a time. */
      aDay: z.number().int().min(0).max(99).default(3),
      most: z.number().int().min(0).max(99).default(10),
    })
    .prefault({}),
  /** Business days in which an ordered card is made and arrives by post. */
  postDays: z.number().int().min(1).max(60).default(7),
  /** Validity of a new card. */
  validMonths: z.number().int().min(1).max(240).default(36),
  interestRate: percent.default(0),
  /** Maximum balance that earns interest. */
  interestUpTo: cents.default(10_000_00),

  /** Tax on interest (docs/areas/interest-and-debts.md, "Interest is posted by due work"). */
  withholding: z
    .object({
      /** Without a tax file number or exemption. */
      percent: z.number().int().min(0).max(100).default(47),
      nonResidentPercent: z.number().int().min(0).max(100).default(10),
      /** Monthly interest up to which nothing is withheld: 120.00 a year, pro rata. */
      freeBelow: cents.default(10_00),
      inWholeDollars: z.boolean().default(true),
    })
    .prefault({}),

  /** Amounts in cents that the store sells; null: not in the store. */
  store: z
    .object({ minimum: cents.min(1), maximum: cents.min(1), suggested: z.array(cents.min(1)).max(8) })
    .nullable()
    .default(null),

  /** Steps of an activation. Null: required for a reloadable card only. */
  activation: z
    .object({
      login: z.boolean().nullable().default(null),
      pin: z.boolean().nullable().default(null),
      /** True: every new holder is verified electronically. */
      kyc: z.boolean().default(false),
      /** Check for a card that was issued without its own. */
      check: z.enum(ACTIVATION_CHECKS).default('none'),
      /** Days for which the QR code of a card's letter fills in its details. */
      letterDays: z.number().int().min(1).max(730).default(90),
    })
    .prefault({}),

  alerts: z
    .object({
      email: z.boolean().default(true),
      sms: z.boolean().default(true),
      push: z.boolean().default(true),
      bankTransfer: z.boolean().default(false),
      debitCard: z.boolean().default(true),
      autoTopUp: z.boolean().default(false),
      declined: z.boolean().default(true),
      lowBalance: z.boolean().default(true),
      overValue: z.boolean().default(true),
      statement: z.boolean().default(false),
    })
    .prefault({}),
});

export type ProductSettings = z.output<typeof productSettings>;
