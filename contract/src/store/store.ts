import * as z from 'zod/mini';
import { countryCode } from '../addresses/addresses.ts';
import { personName } from '../profile/person-name.ts';
import { EMAIL_ADDRESS } from '../rules/email-address.ts';
import { brandIdentifier, expirationDate, instant, isoDate, maskedCardNumber, money } from '../wire.ts';
import { typed } from '../typed.ts';
import { operation } from '../operation.ts';

/** Kinds of cards that the store sells, as its addresses name them. */
export const STORE_KINDS = ['virtual', 'singleload', 'reloadable'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** Characters of a gift's message. */
export const GIFT_MESSAGE_MAXIMUM = 200;
/** Digits of the code that opens what a mailed link leads to. */
export const COLLECTION_CODE_LENGTH = 6;

/** An email address. A malformed one is refused by its key. */
export const storeEmail = z
  .string()
  .check(
    typed.email(),
    z.minLength(1, 'required'),
    z.maxLength(100, 'invalidEmailAddressFormat'),
    z.regex(EMAIL_ADDRESS, 'invalidEmailAddressFormat'),
  );

/** Recipient of a gift card. Names must not contain a link, because they appear in a mail. */
export const gift = z.object({
  RecipientName: personName,
  SenderName: personName,
  Email: storeEmail,
  Message: z.string().check(typed.message(), z.maxLength(GIFT_MESSAGE_MAXIMUM, 'giftMessageTooLong')),
  /** The day on which it is given, of a virtual card; null: right away. */
  DeliverOn: z.nullable(isoDate),
});

/** Where a card of plastic is sent to. */
export const delivery = z.object({
  Name: personName,
  Address: z.object({
    AddressLine1: z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(32)),
    AddressLine2: z.string().check(typed.line(), z.maxLength(32)),
    Suburb: z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(32)),
    State: z.string().check(typed.line(), z.maxLength(18)),
    PostCode: z.string().check(typed.line(), z.maxLength(9)),
    CountryCode: countryCode,
  }),
});

/** A card of a basket. */
export const orderedCard = z.object({
  ProductId: z.number(),
  /** Dollars that are loaded onto it. */
  Amount: money,
  Gift: z.nullable(gift),
  /** Delivery of a plastic card; null for a virtual one. */
  Delivery: z.nullable(delivery),
});
export type OrderedCard = z.output<typeof orderedCard>;

/** Reference of an order. The browser that bought it, or entered its code, proves itself by a cookie. */
export const orderBody = z.object({ OrderId: z.uuid() });

/** A mailed link's secret part. */
export const collectionToken = z.string().check(z.regex(/^[\w-]{43}$/));

/** A picture of a card: its brand's art. */
export const pictured = {
  Kind: z.enum(STORE_KINDS),
  ProductName: z.string(),
  Scheme: z.string(),
  Art: z.nullable(z.string()),
  IsDarkArt: z.boolean(),
};

/** Products of the store. */
export const storeProduct = z.object({
  ...pictured,
  ProductId: z.number(),
  /** Dollars. */
  MinimumAmount: money,
  MaximumAmount: money,
  SuggestedAmounts: z.array(money),
  ValidMonths: z.number(),
  /** ATMs and bank counters pay out cash for it. */
  AllowsCash: z.boolean(),
});
export type StoreProduct = z.output<typeof storeProduct>;

/**
 * State of a card of an order. `Waiting`: not paid; `Ready`: the buyer's, issued; `Locked`: a gift for a later day;
 * `Sent`: its link is with the recipient; `Opened`: its secrets were shown to the recipient; `TakenBack` by the buyer;
 * `Refunded`: by the desk or after a chargeback.
 */
export const ITEM_STATES = ['Waiting', 'Ready', 'Locked', 'Sent', 'Opened', 'TakenBack', 'Refunded'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const orderItem = z.object({
  ...pictured,
  /** Its place in the order, from 1. */
  ItemId: z.number(),
  Amount: money,
  State: z.enum(ITEM_STATES),
  Gift: z.nullable(z.object({ RecipientName: z.string(), DeliverOn: z.nullable(isoDate) })),
  /** Recipient and address of a plastic card, in one line. */
  Delivery: z.nullable(z.string()),
});
export type OrderItem = z.output<typeof orderItem>;

/** `Placed`: not paid for; `Issued`: paid, its cards are there; `Refused`: paid, could not be issued, refunded. */
export const ORDER_STATES = ['Placed', 'Issued', 'Refused'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * State of the payment of an order: `Waiting` for the gateway, `Unknown` while the outcome is not known. `CardRefused`:
 * it is refunded because cards of such a kind or country may not pay.
 */
export const ORDER_PAYMENTS = [
  'None',
  'Waiting',
  'Unknown',
  'Declined',
  'Cancelled',
  'Expired',
  'Paid',
  'Refunded',
  'CardRefused',
] as const;

export const orderView = z.object({
  OrderId: z.uuid(),
  State: z.enum(ORDER_STATES),
  Payment: z.enum(ORDER_PAYMENTS),
  /** Reference that a buyer quotes, in the form of a receipt number; null until it is paid. */
  Number: z.nullable(z.string()),
  Email: z.string(),
  CardsTotal: money,
  Fee: money,
  Total: money,
  PaidAt: z.nullable(instant),
  /** Last four digits of the card that paid. */
  PaidWith: z.nullable(z.string()),
  /** Code that a mailed link asks for; null until it is paid. */
  CollectionCode: z.nullable(z.string()),
  /** The buyer's own cards can be shown. */
  MayReveal: z.boolean(),
  Items: z.array(orderItem),
});
export type OrderView = z.output<typeof orderView>;

/** Details for using a card. Virtual cards have a number; plastic has a code that activates it once it has arrived. */
export const cardSecrets = z.object({
  ...pictured,
  ItemId: z.number(),
  Amount: money,
  MaskedCardNumber: maskedCardNumber,
  CardNumber: z.nullable(z.string()),
  ExpirationDate: expirationDate,
  Cvv2: z.nullable(z.string()),
  /** Signs in with the card's number. */
  AccessCode: z.nullable(z.string()),
  ActivationCode: z.nullable(z.string()),
});
export type CardSecrets = z.output<typeof cardSecrets>;

/** Added: what a brand's store sells, and its rules. 404 where the brand has no store. */
export const getStoreCatalogue = operation({
  name: 'getStoreCatalogue',
  method: 'GET',
  path: 'store/catalogue',
  auth: 'public',
  proof: 'none',
  summary: 'What the store of a brand sells',
  query: z.object({ brand: z.optional(brandIdentifier) }),
  response: z.object({
    Products: z.array(storeProduct),
    /** Dollars, once an order. */
    Fee: money,
    /** Cards of an order at most; the same as maximumCardPurchaseNum. */
    MaximumCards: z.number(),
    /** Dollars on all of them together at most. */
    MaximumTotal: money,
    /** Whole years that a buyer must have turned. */
    MinimumAge: z.number(),
    /** Minimum age, in whole years, to activate a reloadable card. */
    ReloadableMinimumAge: z.number(),
    /** The business day, and the last one on which a gift can be given. */
    Today: isoDate,
    LastGiftDay: isoDate,
  }),
  errors: ['not_found'],
});
