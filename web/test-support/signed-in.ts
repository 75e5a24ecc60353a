import { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { getVirtualCards } from '@wattle/contract/cards/virtual.ts';
import { getBlockedPayees } from '@wattle/contract/transfers/blocked-payees.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { getTransactionNotes } from '@wattle/contract/transactions/notes.ts';
import { type CardListItem, type CardSummary, PRODUCT_TYPE } from '@wattle/contract/cards/card.ts';
import { endSession } from '@wattle/contract/access/session.ts';
import { verifyIfPasscodeIsSet } from '@wattle/contract/access/passcodes.ts';
import { getPasskeys, type Passkey } from '@wattle/contract/access/passkeys.ts';
import { type CardDetails, getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { getDevice } from '@wattle/contract/devices/device.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { METHOD_CARD_FIELDS } from '@wattle/contract/rules/payment-methods.ts';
import { byName } from '@wattle/contract/rules/typed-names.ts';
import { countNotifications } from '@wattle/contract/notifications/count-notifications.ts';
import { getSavedCards } from '@wattle/contract/topup/saved-cards.ts';
import { getKeptReceipts } from '@wattle/contract/transactions/receipts.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { getRecentTransactions, getSpending } from '@wattle/contract/transactions/transactions.ts';
import { answer } from './given-server.ts';

const CARD: CardSummary = {
  MaskedCardNumber: '9036 00•• •••• 0017',
  ExpirationDate: '2029-09',
  Expiry: '09/29',
  AccountNumber: '200100017',
  AccNo: '200100017',
  AccountNumberFormatted: '200 100 017',
  CardName: 'Wattle Everyday',
  CardNameIn: null,
  CardStatus: 'Active',
  IsAccountActivated: true,
  IsReloadable: true,
  IsVirtualCard: false,
  IsBeingMade: false,
  NumberHeldBy: 'wattle',
  PinHeldBy: 'wattle',
  VirtualCardKind: null,
  CanMakeVirtualCards: false,
  LockedMerchant: null,
  IsTemporary: false,
  IsUpgradeable: false,
  IsUpgradeRequested: false,
  IsUpgradedCard: false,
  IsNonStock: false,
  Allocated: true,
  ...byName(METHOD_CARD_FIELDS, () => true),
  // A brand has to turn it on.
  IsPayIdAllowed: false,
  CardholderRequestReplacementCard: true,
  AllowBankTransferTopUp: true,
  AllowSchemeTopUp: true,
  AllowAutoTopUp: true,
  CheckPendingAutoTopUp: false,
  AllowVoucherTopUp: true,
  AllowContactlessTransactions: true,
  ProductLevelAllowTurnOffContactless: true,
  LostOrStolenOption: true,
  IsProductSpendLimitSet: true,
  ProductSpendLimit: 2_000,
  SpendLimit: -1,
  IsAccountPaymentLimitSet: false,
  DisableInterest: false,
  InterestYearToDate: 0,
  InterestLastYear: 0,
  WithholdingTaxYearToDate: 0,
  WithholdingTaxLastYear: 0,
  CardScheme: 'Visa',
  HomeCountry: 'AU',
  ProductType: PRODUCT_TYPE.prepaid,
  CardThumbnail: null,
  IsDarkArt: false,
  AvailableAccountBalance: 640.25,
  KeptAside: 0,
  CanKeepAside: true,
};

/** A card of the list that is active and may do everything but what `other` says. */
export function givenCard(other: Partial<CardSummary> = {}): CardListItem {
  const value = { ...CARD, ...other };
  return {
    text: value.CardName,
    value,
    upgradeFee: 0,
    CardDetails: { HasPendingAutoTopUp: false, ScheduledPaymentCount: 0 },
  };
}

/** Details on the card home for `CARD`, overridden by `other`. */
export function givenQuietDetails(other: Partial<CardDetails> = {}): CardDetails {
  const { AvailableAccountBalance, IsReloadable, MaskedCardNumber, CardName, CardScheme, ProductType } = CARD;
  return {
    AvailableAccountBalance,
    KeptAside: 0,
    CanKeepAside: true,
    AccountBalance: AvailableAccountBalance,
    HeldBalance: 0,
    Image: null,
    IsReloadable,
    IsTemporary: false,
    ExpiryDate: CARD.ExpirationDate,
    MaskedCardNumber,
    IsVirtualCard: false,
    IsBeingMade: false,
    NumberHeldBy: 'wattle',
    PinHeldBy: 'wattle',
    IsUpgradeable: false,
    IsUpgradeRequested: false,
    Cvv2: null,
    CardName,
    CardStatus: 'Active',
    EmbossedName: 'AMELIA CHEN',
    IsNonStock: false,
    Debt: null,
    HasPendingAutoTopUp: false,
    HasPendingAutoTopUpExpired: false,
    HasAutoTopUp: false,
    IsAutoTopUpWaiting: false,
    IsDirectDebitDisabled: false,
    IsCardNotPresentAllowed: true,
    Bsb: '000-001',
    SavingsInterestRate: 3.1,
    DisableInterest: false,
    InterestYearToDate: 0,
    InterestLastYear: 0,
    WithholdingTaxYearToDate: 0,
    WithholdingTaxLastYear: 0,
    UseDeAccountNumberFormat: false,
    CardScheme,
    AllowViewStatement: true,
    ProductType,
    ShowManagePurchaseLimits: true,
    ShowManagePaymentLimits: true,
    ShowOrderAdditionalCard: true,
    IsAccountPaymentLimitSet: false,
    IsProductPaymentLimitSet: true,
    ProductPaymentLimit: 5_000,
    AccountPaymentLimit: 5_000,
    PaidToday: 0,
    SpendLimit: -1,
    SpentToday: 0,
    ProductSpendLimit: 2_000,
    AllowContactlessTransactions: true,
    ContactlessWithoutPinMaximum: 100,
    Report: null,
    CanReplaceLost: true,
    ReplacementWaits: false,
    CanReplaceDamaged: true,
    Delivery: null,
    Payday: null,
    CanBlock: true,
    MaximumBalanceUnverified: 1_000,
    MaximumBalance: 10_000,
    AllowEmailAlert: true,
    AllowSMSAlert: true,
    AllowPushNotificationAlert: true,
    AllowBankTransferAlert: true,
    AllowDebitCardAlert: true,
    AllowAutoTopUpAlert: true,
    AllowDeclinedTransactionsAlert: true,
    AllowLowBalanceAlert: true,
    AllowTransactionOverValueAlert: true,
    AllowStatementAlert: true,
    ...other,
  };
}

/** The server knows Amelia Chen and her cards, on which nothing has happened: by default one that may do everything. */
export function givenSignedIn(cards: readonly CardListItem[] = [givenCard()]): void {
  answer(endSession, { IsSuccessful: true });
  answer(getCards, { cards: [...cards] });
  answer(getCardDetails, givenQuietDetails());
  answer(countNotifications, { Unread: 0 });
  answer(getRecentTransactions, { HasMore: false, Transactions: [] });
  answer(getKeptReceipts, { Receipts: [] });
  answer(getSavedCards, { Cards: [] });
  answer(getSpending, { Months: [], Categories: [], EarlierCategories: [], PreviousToDate: 0, InterestThisMonth: 0 });
  answer(getOnlineAccount, {
    FirstName: 'Amelia',
    Surname: 'Chen',
    PreviousLogin: '2026-11-19T02:00:00.000Z',
    ShowStatementMessage: false,
    TaxFileNumber: null,
    Withholding: null,
    IsPrimaryAccount: true,
    Kyc: true,
    Language: 'enAU',
    UnreachedContacts: [],
    IsReached: true,
  });
  answer(getTransactionNotes, { Notes: [] });
  answer(getAutoTopupAccounts, { Accounts: [] });
  answer(getBlockedPayees, { Payees: [] });
  answer(getVirtualCards, { IsOffered: false, CardsLeft: 0, CardsADay: 3, MaximumCardCount: 3 });
  answer(getScheduledPayments, { transferPayments: [], bpayPayments: [] });
  answer(getTopupDetails, {
    MaximumLoadLimit: 10_000,
    MinimumTopup: 10,
    MaximumTopup: 1_000,
    MaximumAvailableTopup: 1_000,
    CurrentAccountBalance: 640.25,
    OnItsWay: 0,
    Fee: 0,
  });
}

/** The sign-in methods of the signed-in person, in addition to the password: by default no passkey and no passcode. */
export function givenWaysIn(
  passkeys: readonly Passkey[] = [],
  user: ResponseOf<typeof getPasskeys>['User'] = null,
): void {
  answer(getPasskeys, { Passkeys: [...passkeys], MaximumPasskeys: 10, User: user });
  answer(verifyIfPasscodeIsSet, { passcodeIsSet: false });
  givenDevice();
}

/** Record of this browser at the server; by default one without offers. */
export function givenDevice(other: Partial<ResponseOf<typeof getDevice>> = {}): void {
  answer(getDevice, {
    isRegistered: false,
    device: null,
    passcodeIsSet: false,
    passcodeAlertDisabled: true,
    noticesAnswered: true,
    noticesKey: null,
    isAccountCheckOpen: false,
    ...other,
  });
}
