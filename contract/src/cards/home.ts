import * as z from 'zod/mini';
import { operation, SIGNED_IN, WEB_ACCOUNT } from '../operation.ts';
import { untilPayday } from '../payday/payday.ts';
import { SIGNED_IN_OR_VIEW, WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { cardBody, done, expirationDate, instant, isoDate, maskedCardNumber, money } from '../wire.ts';
import { cardHolding, cardListItem, cardStatus, productType } from './card.ts';

/** The caller's cards, the default one first. A card-only token sees only its own card. */
export const getCards = operation({
  name: 'getCards',
  method: 'GET',
  path: 'card/cards',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: {},
  summary: "The caller's cards",
  query: z.object({ includeImages: z.optional(z.enum(['true', 'false'], 'required')) }),
  response: z.object({ cards: z.array(cardListItem) }),
});

/** Credits whose reversal can leave a debt: an automatic top-up, a top-up by card, an order of the store. */
export const DEBT_CAUSES = ['autoTopUp', 'cardTopUp', 'order', 'wrongLoad', 'provisionalCredit'] as const;

export type DebtCause = (typeof DEBT_CAUSES)[number];

export const cardDetails = z.object({
  /** Available balance: the balance less holds. */
  AvailableAccountBalance: money,
  /** Added: dollars that the primary holder keeps aside, for that person; not part of what is available. */
  KeptAside: money,
  /** Added: whether the caller may have savings goals on its account. */
  CanKeepAside: z.boolean(),
  /** Posted balance. */
  AccountBalance: money,
  /** Holds of pending purchases. */
  HeldBalance: money,
  Image: z.nullable(z.string()),
  IsReloadable: z.boolean(),
  IsTemporary: z.boolean(),
  ExpiryDate: expirationDate,
  MaskedCardNumber: maskedCardNumber,
  IsVirtualCard: z.boolean(),
  IsBeingMade: z.boolean(),
  NumberHeldBy: cardHolding,
  PinHeldBy: cardHolding,
  IsUpgradeable: z.boolean(),
  IsUpgradeRequested: z.boolean(),
  /** Always null here; only card/revealSecureDetails computes it. */
  Cvv2: z.null(),
  CardName: z.string(),
  CardStatus: cardStatus,
  EmbossedName: z.string(),
  IsNonStock: z.boolean(),
  /** Added: what the account owes after a debit that could not be refused; null: nothing. */
  Debt: z.nullable(z.object({ Amount: money, Cause: z.enum(DEBT_CAUSES), Since: instant })),
  HasPendingAutoTopUp: z.boolean(),
  HasPendingAutoTopUpExpired: z.boolean(),
  /** Added: the account has an automatic top-up, for its primary holder. */
  HasAutoTopUp: z.boolean(),
  /** Added: an automatic top-up waits for the code of its 1-cent deposit. */
  IsAutoTopUpWaiting: z.boolean(),
  IsDirectDebitDisabled: z.boolean(),
  IsCardNotPresentAllowed: z.boolean(),
  Bsb: z.string(),
  /** Percent a year, as 3.1 for 3.10%. */
  SavingsInterestRate: z.number(),
  DisableInterest: z.boolean(),
  InterestYearToDate: money,
  InterestLastYear: money,
  WithholdingTaxYearToDate: money,
  WithholdingTaxLastYear: money,
  UseDeAccountNumberFormat: z.boolean(),
  CardScheme: z.string(),
  AllowViewStatement: z.boolean(),
  ProductType: productType,
  ShowManagePurchaseLimits: z.boolean(),
  ShowManagePaymentLimits: z.boolean(),
  ShowOrderAdditionalCard: z.boolean(),
  IsAccountPaymentLimitSet: z.boolean(),
  IsProductPaymentLimitSet: z.boolean(),
  /** The most that an account of the product may choose; null: no limit. */
  ProductPaymentLimit: z.nullable(money),
  /** Limit in force: the account's own, else the product's default. */
  AccountPaymentLimit: z.nullable(money),
  /** Amount that counts against it today. */
  PaidToday: money,
  SpendLimit: money,
  /** Amount that counts against the card's spend limit today. */
  SpentToday: money,
  /** The daily spend limit for a card that does not have its own; null: no limit. */
  ProductSpendLimit: z.nullable(money),
  /** Tap and go: whether it is on. */
  AllowContactlessTransactions: z.boolean(),
  /** The largest contactless purchase without a PIN. */
  ContactlessWithoutPinMaximum: money,
  /** Added: how a card that is lost or stolen was reported; null: it is not, or the report is not known here. */
  Report: z.nullable(
    z.object({
      /** `you`: a cardholder, at this service. `staff`: the programme's staff, for a cardholder who called. */
      By: z.enum(['you', 'staff']),
      At: instant,
      ReferenceNumber: z.string(),
    }),
  ),
  /** Whether a new card can be ordered for it, in place of a lost or stolen and of a damaged one. */
  CanReplaceLost: z.boolean(),
  /** Added: the programme has restricted the card, so a new one can be ordered only after the programme allows it. */
  ReplacementWaits: z.boolean(),
  CanReplaceDamaged: z.boolean(),
  /**
   * Added: where an ordered card is; null: it is not ordered, or no business days are known that far. Days are those of
   * Melbourne.
   */
  Delivery: z.nullable(
    z.object({
      OrderedOn: isoDate,
      /** When it left its maker, and when it arrived; null: not reported. */
      PostedOn: z.nullable(isoDate),
      ArrivedOn: z.nullable(isoDate),
      /** The business day by which it arrives, counted from its order. */
      ArrivesBy: isoDate,
    }),
  ),
  /** Added: what is left until payday, for the primary holder; null: no payday is set. */
  Payday: z.nullable(untilPayday),
  /** Whether the cardholder may block it. */
  CanBlock: z.boolean(),
  /** The most that the account may hold: of a holder who is not verified, and of one who is. */
  MaximumBalanceUnverified: money,
  MaximumBalance: money,
  AllowEmailAlert: z.boolean(),
  AllowSMSAlert: z.boolean(),
  AllowPushNotificationAlert: z.boolean(),
  AllowBankTransferAlert: z.boolean(),
  AllowDebitCardAlert: z.boolean(),
  AllowAutoTopUpAlert: z.boolean(),
  AllowDeclinedTransactionsAlert: z.boolean(),
  AllowLowBalanceAlert: z.boolean(),
  AllowTransactionOverValueAlert: z.boolean(),
  AllowStatementAlert: z.boolean(),
});

export type CardDetails = z.output<typeof cardDetails>;

export const getCardDetails = operation({
  name: 'getCardDetails',
  method: 'POST',
  reads: true,
  path: 'card/details',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Balances and settings of a card',
  body: cardBody,
  response: cardDetails,
  errors: ['invalid_card_details'],
});

/** Fee for the first load of a card. */
export const getCardInitialLoadFee = operation({
  name: 'getCardInitialLoadFee',
  method: 'POST',
  reads: true,
  path: 'card/getCardInitialLoadFee',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Fee for the first load of a card',
  body: cardBody,
  response: z.object({
    /** Dollars. */
    InitialLoadFee: money,
  }),
  errors: ['invalid_card_details'],
});

/** True for the primary holder; false for a nominee. */
export const isPrimaryAccount = operation({
  name: 'isPrimaryAccount',
  method: 'POST',
  reads: true,
  path: 'card/isPrimaryAccount',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: {},
  summary: 'Whether the caller is the primary holder',
  response: z.boolean(),
});

/** The account number that a user may sign in with; a nominee's carries an extension, `account-NN`. */
export const getAccountLoginName = operation({
  name: 'getAccountLoginName',
  method: 'GET',
  path: 'card/getAccountLoginName',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Account number to sign in with',
  response: z.object({ AccountLoginNumber: z.string(), IsAccountUsernameForNominee: z.boolean() }),
});

/** Tells the server to forget what it keeps of the caller's card list; the next list is read again. */
export const clearCards = operation({
  name: 'clearCards',
  method: 'POST',
  path: 'card/clearcards',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Forget the kept card list',
  response: done,
});
