import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { cardBody, expirationDate, instant, maskedCardNumber, money } from '../../wire.ts';
import { cardStatus, productType } from '../card.ts';

/** What was taken back: an automatic top-up, a top-up by card, an order of the store. */
export const DEBT_CAUSES = ['autoTopUp', 'cardTopUp', 'order'] as const;
export type DebtCause = (typeof DEBT_CAUSES)[number];

export const cardDetails = z.object({
  /** What may be spent: the balance less what is held. */
  AvailableAccountBalance: money,
  /** What is posted. */
  AccountBalance: money,
  /** What pending purchases hold. */
  HeldBalance: money,
  Image: z.nullable(z.string()),
  IsReloadable: z.boolean(),
  IsTemporary: z.boolean(),
  ExpiryDate: expirationDate,
  MaskedCardNumber: maskedCardNumber,
  IsVirtualCard: z.boolean(),
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
  /** What holds: the account's own, else the product's default. */
  AccountPaymentLimit: z.nullable(money),
  /** What counts against it today. */
  PaidToday: money,
  SpendLimit: money,
  /** What counts against the spend limit of the card today. */
  SpentToday: money,
  /** The daily spend limit that holds where the card has none of its own; null: no limit. */
  ProductSpendLimit: z.nullable(money),
  /** Tap and go: whether it is on. */
  AllowContactlessTransactions: z.boolean(),
  /** The largest contactless purchase without a PIN. */
  ContactlessWithoutPinMaximum: money,
  /** Whether a new card can be ordered for it, in the place of a lost or stolen and of a damaged one. */
  CanReplaceLost: z.boolean(),
  /** Added: the programme has restricted the card, so a new one is ordered once the programme has let it. */
  ReplacementWaits: z.boolean(),
  CanReplaceDamaged: z.boolean(),
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
  path: 'card/details',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Balances and settings of a card',
  body: cardBody,
  response: cardDetails,
  errors: ['invalid_card_details'],
});
