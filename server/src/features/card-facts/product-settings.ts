import { forEachName, METHOD_SETTINGS } from '@wattle/contract/rules/payment-methods.ts';
import * as z from 'zod';

/** Whole cents, from zero up. */
const cents = z.number().int().min(0).max(9_999_999_999);
/** Percent a year with two decimals: 3.1 is 3.10%. */
const percent = z.number().min(0).max(100);

/** Checks that a card itself can demand at its activation, beside those of its product and brand. */
export const ACTIVATION_CHECKS = ['none', 'ekyc', 'maidenName', 'questions', 'terms'] as const;

/**
 * Functions and limits of a product's cards. Checked before it is stored and again
 * when it is read, so that a field that is newer than the row has its default. Amounts are cents.
 */
export const productSettings = z.object({
  isTemporary: z.boolean().default(false),
  isNonStock: z.boolean().default(false),
  /** The programme's BSB for money that comes in by bank transfer. */
  bsb: z
    .string()
    .regex(/^\d{3}-\d{3}$/)
    .default('000-001'),
  usesDirectEntryNumbers: z.boolean().default(false),
  /** Where the numbers of new cards begin, which the scheme gives to the programme, and how long they are. */
  cardNumbers: z
    .object({
      prefix: z.string().regex(/^\d{6,10}$/, 'must be 6 to 10 digits'),
      length: z.union([z.literal(16), z.literal(19)]),
    })
    .nullable()
    .default(null),

  // Features. Each is under its brand's, tenant's and instance's switch where one exists.
  ...forEachName(METHOD_SETTINGS, z.boolean().default(false)),
  /** All that is available may go back to a bank account. */
  returnFunds: z.boolean().default(true),
  bankTransferTopUp: z.boolean().default(false),
  schemeTopUp: z.boolean().default(false),
  autoTopUp: z.boolean().default(false),
  voucherTopUp: z.boolean().default(false),
  directDebit: z.boolean().default(false),
  statements: z.boolean().default(false),
  replacementByCardholder: z.boolean().default(false),
  /** Whether that holds for cards that are not reloadable. */
  replacesNonReloadable: z.boolean().default(false),
  lostOrStolen: z.boolean().default(true),
  contactlessSwitch: z.boolean().default(true),
  /** How often number, expiry and CVV2 of a virtual card are shown in an hour. */
  revealsAnHour: z.number().int().min(0).max(1_000).default(5),
  purchaseLimits: z.boolean().default(false),
  paymentLimits: z.boolean().default(false),
  additionalCards: z.boolean().default(false),

  // What the card network may ask for.
  contactless: z.boolean().default(true),
  cardNotPresent: z.boolean().default(true),
  /** Cash machines, bank counters and cash out. */
  cash: z.boolean().default(false),
  gambling: z.boolean().default(false),
  /** Hours from asking until a cardholder who has blocked gambling may gamble again. */
  gamblingWaitHours: z.number().int().min(0).max(8_760).default(48),
  /** Money orders, crypto and the like. */
  quasiCash: z.boolean().default(false),
  /** ISO 3166-1 alpha-2: where a purchase is not overseas. */
  homeCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be the two letters of a country')
    .default('AU'),
  /** Basis points of a purchase in another currency or outside the home country: 300 are 3%. */
  foreignFeePoints: z.number().int().min(0).max(1_000).default(0),
  /** Largest contactless purchase without a PIN. */
  contactlessWithoutPinMax: cents.default(100_00),
  /** Daily spend limit of a card that sets none; null: no limit. */
  spendLimit: cents.nullable().default(null),
  /** Daily spend limits to choose from. */
  spendLimitSteps: z.array(cents.min(1)).default([50_00, 100_00, 200_00, 500_00, 1_000_00, 2_000_00, 5_000_00]),
  /** Highest daily spend limit that a cardholder may choose. */
  spendLimitMax: cents.default(5_000_00),
  paymentLimit: cents.nullable().default(1_000_00),
  paymentLimitMax: cents.nullable().default(5_000_00),
  /**
   * Amount that somebody pays to one destination within 24 hours without a fresh proof, once they have paid it; null: no
   * payment asks for a proof.
   */
  stepUpAmount: cents.nullable().default(500_00),
  /**
   * Amount that somebody pays to destinations that they first paid within a day before a payment is held, all of them
   * together; null: none is held.
   */
  scamHoldAmount: cents.nullable().default(300_00),
  /** Most that an account transfers to other banks in a calendar month, by purpose; null: no cap. */
  housingCap: cents.nullable().default(5_000_00),
  otherExpensesCap: cents.nullable().default(2_000_00),
  /** Maximum balance of a holder who is not verified, and of one who is. */
  maxBalanceUnverified: cents.default(999_00),
  maxBalance: cents.default(5_000_00),
  /** Least and greatest amount of one top-up by card. */
  topUpMin: cents.default(10_00),
  topUpMax: cents.default(10_000_00),
  /** Fee of one top-up by card, and of the first load of a card. */
  topUpFee: cents.default(0),
  initialLoadFee: cents.default(0),
  /** Fee of setting up an automatic top-up; its proposed trigger in percent of the maximum load. */
  autoTopUpFee: cents.default(0),
  autoTopUpTriggerPercent: percent.default(10),
  upgradeFee: cents.default(0),
  /** The reloadable product of the brand that a card becomes by an upgrade; null: none. */
  upgradesTo: z.number().int().min(1).nullable().default(null),
  replacementFee: cents.default(9_95),
  /** Fee for replacing a stolen card, and an expired one. */
  replacementFeeStolen: cents.default(0),
  replacementFeeExpired: cents.default(0),
  additionalCardFee: cents.default(9_95),
  /** Cards of an account at most, the first one included. */
  cardsOfAccountMax: z.number().int().min(1).max(99).default(4),
  /** Virtual cards that the primary holder of a reloadable card makes for its account. */
  virtualCards: z
    .object({
      /** Their product, a virtual one of the brand; null: none can be made. */
      product: z.number().int().min(1).nullable().default(null),
      /** Made in a day, and there at a time, at most. */
      aDay: z.number().int().min(0).max(99).default(3),
      most: z.number().int().min(0).max(99).default(10),
    })
    .prefault({}),
  /** How long a new card is good. */
  validMonths: z.number().int().min(1).max(240).default(36),
  interestRate: percent.default(0),
  /** Interest is paid on this much at most. */
  interestUpTo: cents.default(10_000_00),

  /** Tax on interest (decisions.md, “Interest, tax”). */
  withholding: z
    .object({
      /** Without a tax file number or exemption. */
      percent: z.number().int().min(0).max(100).default(47),
      nonResidentPercent: z.number().int().min(0).max(100).default(10),
      /** Nothing is withheld of less interest in a month: 120.00 a year, pro rata. */
      freeBelow: cents.default(10_00),
      inWholeDollars: z.boolean().default(true),
    })
    .prefault({}),

  /** Amounts in cents with which the store sells it; null: it does not. */
  store: z
    .object({ minimum: cents.min(1), maximum: cents.min(1), suggested: z.array(cents.min(1)).max(8) })
    .nullable()
    .default(null),

  /** Steps of an activation. Null: a reloadable card demands them, another one does not. */
  activation: z
    .object({
      login: z.boolean().nullable().default(null),
      pin: z.boolean().nullable().default(null),
      /** Every new holder is verified electronically. */
      kyc: z.boolean().default(false),
      /** The check of a card that is issued without one of its own. */
      check: z.enum(ACTIVATION_CHECKS).default('none'),
      /** For how many days the QR code of a card's letter fills in the card. */
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
