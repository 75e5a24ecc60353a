import { inEachLanguage } from '../rules/languages.ts';
import { byName } from '../rules/typed-names.ts';
import * as z from 'zod/mini';
import { namedNumbers } from '../named-numbers.ts';
import { METHOD_CARD_FIELDS } from '../rules/payment-methods.ts';
import { accountNumber, expirationDate, maskedCardNumber, money } from '../wire.ts';

/**
 * `SingleUse` closes with its first purchase; `MerchantLocked` goes on working only at the merchant of its first
 * purchase.
 */
export const VIRTUAL_CARD_KINDS = ['SingleUse', 'MerchantLocked'] as const;

export const virtualCardKind = z.enum(VIRTUAL_CARD_KINDS, 'required');

export type VirtualCardKind = z.output<typeof virtualCardKind>;

/** Statuses on the wire. Replaced, Expired and Closed are internal and never appear in the list. */
export const CARD_STATUSES = ['Active', 'ActiveOff', 'NotIssued', 'Ordered', 'Restricted', 'Stolen', 'Lost'] as const;

export const cardStatus = z.enum(CARD_STATUSES);

export type CardStatus = z.output<typeof cardStatus>;

/** Keeper of the number or the PIN of a card: the programme here, or the processor that makes the card. */
export const cardHolding = z.enum(['wattle', 'processor']);

/** Credit 1, Debit 2, Prepaid 3. */
export const PRODUCT_TYPE = { credit: 1, debit: 2, prepaid: 3 } as const;

export const productType = namedNumbers(PRODUCT_TYPE);

/** A card of the list, with its holder's options. Flags are resolved over product, brand and tenant. */
export const cardSummary = z.object({
  MaskedCardNumber: maskedCardNumber,
  ExpirationDate: expirationDate,
  /** The same as it is printed on the card: `09/29`. */
  Expiry: z.string().check(z.regex(/^\d{2}\/\d{2}$/)),
  AccountNumber: accountNumber,
  AccNo: accountNumber,
  AccountNumberFormatted: z.string(),
  CardName: z.string(),
  /** Added: the name in each language, where it is that of the kind of a virtual card; null: its holder chose it. */
  CardNameIn: z.nullable(z.object(inEachLanguage(() => z.string()))),
  CardStatus: cardStatus,
  IsReloadable: z.boolean(),
  IsVirtualCard: z.boolean(),
  /** Added: its processor is still making it. It is shown, and cannot be used or activated. */
  IsBeingMade: z.boolean(),
  /** Added: a number that the processor holds is not shown here. */
  NumberHeldBy: cardHolding,
  /** Added: a PIN that the processor keeps is not chosen or changed here. */
  PinHeldBy: cardHolding,
  /** Present for a virtual card that its holder made. */
  VirtualCardKind: z.nullable(virtualCardKind),
  /** Whether its holder may make virtual cards after it. */
  CanMakeVirtualCards: z.boolean(),
  /** The only merchant that it pays, once there is one. */
  LockedMerchant: z.nullable(z.string()),
  IsTemporary: z.boolean(),
  /** Added: a card of its account is or was in use, so that the account can be paid. */
  IsAccountActivated: z.boolean(),
  IsUpgradeable: z.boolean(),
  IsUpgradeRequested: z.boolean(),
  IsUpgradedCard: z.boolean(),
  IsNonStock: z.boolean(),
  Allocated: z.boolean(),
  /** `IsBPayAllowed` and so on: the payment methods that may be used. */
  ...byName(METHOD_CARD_FIELDS, () => z.boolean()),
  CardholderRequestReplacementCard: z.boolean(),
  AllowBankTransferTopUp: z.boolean(),
  AllowSchemeTopUp: z.boolean(),
  AllowAutoTopUp: z.boolean(),
  /** A pending automatic top-up counts before funds are returned. */
  CheckPendingAutoTopUp: z.boolean(),
  AllowVoucherTopUp: z.boolean(),
  AllowContactlessTransactions: z.boolean(),
  ProductLevelAllowTurnOffContactless: z.boolean(),
  LostOrStolenOption: z.boolean(),
  IsProductSpendLimitSet: z.boolean(),
  ProductSpendLimit: z.nullable(money),
  /** -1 is the product's default. */
  SpendLimit: money,
  /** Whether the account has its own daily payment limit. */
  IsAccountPaymentLimitSet: z.boolean(),
  DisableInterest: z.boolean(),
  /** Interest and the tax withheld from it, of this tax year and the last one. */
  InterestYearToDate: money,
  InterestLastYear: money,
  WithholdingTaxYearToDate: money,
  WithholdingTaxLastYear: money,
  /** Visa, Mastercard or eftpos, from the product and never from the number. */
  CardScheme: z.string(),
  /** Added: two letters. A purchase elsewhere was made abroad. */
  HomeCountry: z.string(),
  ProductType: productType,
  /** Address of the card's picture, with its version; sent when includeImages was asked for. */
  CardThumbnail: z.nullable(z.string()),
  /** Whether the picture is dark under the text, so that the text is set light. */
  IsDarkArt: z.boolean(),
  AvailableAccountBalance: money,
  /** Added: dollars that the primary holder keeps aside, for that person; not part of what is available. */
  KeptAside: money,
  /** Added: whether the caller may have savings goals on its account. */
  CanKeepAside: z.boolean(),
});

export type CardSummary = z.output<typeof cardSummary>;

export const cardListItem = z.object({
  text: z.string(),
  value: cardSummary,
  /** Fee for an upgrade to a reloadable card, in dollars. */
  upgradeFee: money,
  CardDetails: z.object({ HasPendingAutoTopUp: z.boolean(), ScheduledPaymentCount: z.number() }),
});

export type CardListItem = z.output<typeof cardListItem>;
