import {
  METHOD_CARD_FIELDS,
  METHOD_NAMES,
  PAYMENT_METHODS,
  type MethodCardField,
} from '@wattle/contract/rules/payment-methods.ts';
import { type CardListItem, VIRTUAL_CARD_KINDS } from '@wattle/contract/cards/card.ts';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { byName } from '@wattle/contract/rules/typed-names.ts';
import { leftToSpend } from '../../ledger/aside.domain.ts';
import { toDollars } from '../../platform/money.ts';
import { move } from '../../platform/state-table.domain.ts';
import { inAllLanguages, type TextName } from '../../platform/text/known-text.ts';
import {
  CARD_STATUS,
  isFeatureOn,
  allowedMethods,
  type ListFields,
  type FeatureName,
  type ShownCard,
} from '../card-facts/public.ts';
import { NO_DIGITS } from './mask-pan.domain.ts';
import { isReplaceable, mayReplace } from './replace/replacement.domain.ts';

/**
 * Neutral values of what parts contribute to the list and the details (card-view-part.ts), for when no part contributes
 * or the part has no facts about a card.
 */
const LIST_DEFAULTS = {
  value: {
    IsAccountPaymentLimitSet: false,
    CheckPendingAutoTopUp: false,
    InterestYearToDate: 0,
    InterestLastYear: 0,
    WithholdingTaxYearToDate: 0,
    WithholdingTaxLastYear: 0,
  },
  CardDetails: { HasPendingAutoTopUp: false, ScheduledPaymentCount: 0 },
} as const;

const DETAILS_DEFAULTS = {
  HasPendingAutoTopUp: false,
  HasPendingAutoTopUpExpired: false,
  HasAutoTopUp: false,
  IsAutoTopUpWaiting: false,
  Debt: null,
  Payday: null,
} as const;

/** Names that virtual cards are made with. */
const NAMES_OF_KINDS = VIRTUAL_CARD_KINDS.map((kind): TextName => ['cards', `virtual.name.${kind}`]);

/** On the wire: the product's default. */
const PRODUCT_DEFAULT = -1;

function isOn(card: ShownCard, feature: FeatureName): boolean {
  return isFeatureOn(feature, [card.instance_features, card.tenant_features, card.brand_features ?? {}]);
}

function dollarsOf(cents: number | null): number | null {
  return cents === null ? null : toDollars(BigInt(cents));
}

function pictureOf(card: ShownCard): string | null {
  return card.art_version === null ? null : `/assets/brands/${card.brand}/card-${card.art}.svg?v=${card.art_version}`;
}

/** `IsBPayAllowed` and so on. */
function methodFields(card: ShownCard): Record<MethodCardField, boolean> {
  const levels = [card.instance_features, card.tenant_features, card.brand_features ?? {}];
  const allowed = allowedMethods(card.settings, levels);
  const facts = METHOD_NAMES.map((name) => ({ name, ...PAYMENT_METHODS[name] }));
  return byName(METHOD_CARD_FIELDS, (field) =>
    facts.some(({ name, cardField }) => cardField === field && allowed.has(name)),
  );
}

/** `200100017` as `200 100 017`. */
function inGroups(accountNumber: string): string {
  return accountNumber.replace(/(\d{3})(?=\d)/g, '$1 ');
}

/** `2029-09` as a card prints it, `09/29`. */
function asPrinted(expiry: string): string {
  return `${expiry.slice(5, 7)}/${expiry.slice(2, 4)}`;
}

/** Fields that both the list and the details have. */
function commonOf(card: ShownCard) {
  const available = card.balance - card.held;
  const left = leftToSpend(available, card.aside);
  return {
    MaskedCardNumber: card.masked_number,
    CardName: card.card_name,
    CardStatus: card.status,
    IsReloadable: card.is_reloadable,
    IsVirtualCard: card.is_virtual,
    IsBeingMade: card.last4 === NO_DIGITS,
    NumberHeldBy: card.is_of_processor ? ('processor' as const) : ('wattle' as const),
    PinHeldBy: card.settings.pinHeldBy,
    IsTemporary: card.settings.isTemporary,
    IsUpgradeable: card.is_upgradeable && card.settings.upgradesTo !== null && !card.is_nominees,
    IsUpgradeRequested: card.is_upgrade_requested,
    IsNonStock: card.settings.isNonStock,
    DisableInterest: card.account_rate === 0,
    CardScheme: card.scheme,
    ProductType: card.product_type,
    SpendLimit: card.spend_limit === null ? PRODUCT_DEFAULT : toDollars(card.spend_limit),
    AvailableAccountBalance: toDollars(left),
    // Of the primary holder alone.
    KeptAside: card.is_nominees ? 0 : toDollars(available - left),
    CanKeepAside: card.is_reloadable && !card.is_nominees,
  };
}

export function toCardListItem(
  card: ShownCard,
  contributed: Required<ListFields>,
  options: { readonly withImage: boolean },
): CardListItem {
  const { settings } = card;
  const topUp = isOn(card, 'topUp') && card.is_reloadable;
  return {
    text: `${card.card_name} ${card.masked_number}`,
    value: {
      ...LIST_DEFAULTS.value,
      ...commonOf(card),
      ExpirationDate: card.expiry,
      Expiry: asPrinted(card.expiry),
      AccountNumber: card.account_number,
      AccNo: card.account_number,
      IsAccountActivated: card.is_account_activated,
      CardNameIn: card.virtual_kind === null ? null : inAllLanguages(NAMES_OF_KINDS, card.card_name),
      IsUpgradedCard: card.is_upgraded,
      AccountNumberFormatted: inGroups(card.account_number),
      Allocated: card.is_allocated,
      ...methodFields(card),
      CanMakeVirtualCards:
        card.is_reloadable && card.status === 'Active' && !card.is_nominees && settings.virtualCards.product !== null,
      VirtualCardKind: card.virtual_kind,
      LockedMerchant: card.locked_merchant,
      HomeCountry: settings.homeCountry,
      CardholderRequestReplacementCard: settings.replacementByCardholder,
      AllowBankTransferTopUp: topUp && settings.bankTransferTopUp,
      AllowSchemeTopUp: topUp && settings.schemeTopUp,
      AllowAutoTopUp: topUp && settings.autoTopUp && !card.is_nominees,
      AllowVoucherTopUp: topUp && settings.voucherTopUp,
      AllowContactlessTransactions: settings.contactless && card.contactless_on,
      ProductLevelAllowTurnOffContactless: settings.contactless && settings.contactlessSwitch && !card.is_virtual,
      LostOrStolenOption: settings.lostOrStolen,
      IsProductSpendLimitSet: settings.spendLimit !== null,
      ProductSpendLimit: dollarsOf(settings.spendLimit),
      CardThumbnail: options.withImage ? pictureOf(card) : null,
      IsDarkArt: card.art_is_dark,
      ...contributed.value,
    },
    upgradeFee: toDollars(BigInt(settings.upgradeFee)),
    CardDetails: { ...LIST_DEFAULTS.CardDetails, ...contributed.CardDetails },
  };
}

/** A nominee spends from the account and does not manage it. */
export type CardViewer = { readonly isPrimary: boolean };

/** Details of a card. Parsing the response fails for a field of the contract that no part contributes. */
export function toCardDetails(
  card: ShownCard,
  contributed: Partial<CardDetails>,
  { isPrimary }: CardViewer,
): CardDetails {
  const { settings } = card;
  const { alerts } = settings;
  const mayAlert = isOn(card, 'alerts');
  const details = {
    ...DETAILS_DEFAULTS,
    ...commonOf(card),
    AccountBalance: toDollars(card.balance),
    HeldBalance: toDollars(card.held),
    Image: pictureOf(card),
    ExpiryDate: card.expiry,
    Cvv2: null,
    EmbossedName: card.embossed_name,
    IsDirectDebitDisabled: !settings.directDebit,
    IsCardNotPresentAllowed: settings.cardNotPresent,
    Bsb: settings.bsb,
    SavingsInterestRate: card.account_rate,
    UseDeAccountNumberFormat: settings.usesDirectEntryNumbers,
    AllowViewStatement: isPrimary && isOn(card, 'statements') && settings.statements,
    AllowContactlessTransactions: settings.contactless && card.contactless_on && !card.is_virtual,
    ContactlessWithoutPinMaximum: toDollars(BigInt(settings.contactlessWithoutPinMax)),
    ProductSpendLimit: dollarsOf(settings.spendLimit),
    CanReplaceLost: mayReplace({ ...card, status: 'Lost' }, false),
    ReplacementWaits: card.is_held && isReplaceable({ ...card, status: 'Lost' }, false),
    CanReplaceDamaged: mayReplace(card, true),
    CanBlock:
      card.is_reloadable &&
      move(CARD_STATUS, { state: card.status, event: 'block', by: 'webAccount' }).kind === 'changed',
    ShowManagePurchaseLimits: isPrimary && settings.purchaseLimits,
    ShowManagePaymentLimits: isPrimary && settings.paymentLimits,
    ShowOrderAdditionalCard: isPrimary && settings.additionalCards,
    MaximumBalanceUnverified: toDollars(BigInt(settings.maxBalanceUnverified)),
    MaximumBalance: toDollars(BigInt(settings.maxBalance)),
    AllowEmailAlert: mayAlert && alerts.email,
    AllowSMSAlert: mayAlert && alerts.sms,
    AllowPushNotificationAlert: mayAlert && alerts.push,
    AllowBankTransferAlert: mayAlert && alerts.bankTransfer,
    AllowDebitCardAlert: mayAlert && alerts.debitCard,
    AllowAutoTopUpAlert: mayAlert && isPrimary && alerts.autoTopUp,
    AllowDeclinedTransactionsAlert: mayAlert && alerts.declined,
    AllowLowBalanceAlert: mayAlert && isPrimary && alerts.lowBalance,
    AllowTransactionOverValueAlert: mayAlert && alerts.overValue,
    AllowStatementAlert: mayAlert && isPrimary && alerts.statement,
    ...contributed,
  };
  return details as CardDetails;
}
