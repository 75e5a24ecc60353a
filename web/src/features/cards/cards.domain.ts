import {
  METHOD_NAMES,
  type MethodCardField,
  type MethodTransactionKind,
  PAYMENT_METHODS,
} from '@wattle/contract/rules/payment-methods.ts';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { type CardStatus, type CardSummary, PRODUCT_TYPE } from '@wattle/contract/cards/card.ts';
import type { CardReference } from '@wattle/contract/wire.ts';

/** Status shown over the picture of a card. */
export type CardOverlay = 'off' | 'blocked' | 'lost' | 'stolen' | 'cancelled' | 'beingMade' | 'onItsWay';

type Gated = Pick<CardSummary, 'CardStatus' | 'IsReloadable' | 'IsVirtualCard' | 'IsBeingMade' | 'NumberHeldBy'>;

const BLOCKED: readonly CardStatus[] = ['Restricted', 'Stolen', 'Lost'];
const IN_USE: readonly CardStatus[] = ['Active', 'ActiveOff'];
const NOT_YET: readonly CardStatus[] = ['NotIssued', 'Ordered'];

export function isBlocked(card: Pick<Gated, 'CardStatus'>): boolean {
  return BLOCKED.includes(card.CardStatus);
}

/** Reported lost or stolen: it is cancelled, and a new one may be ordered. */
export function isReported({ CardStatus }: Pick<Gated, 'CardStatus'>): boolean {
  return CardStatus === 'Lost' || CardStatus === 'Stolen';
}

/** A virtual card is not lost or stolen: its number is cancelled. */
function reportedOverlay({ CardStatus, IsVirtualCard }: Gated): CardOverlay {
  if (IsVirtualCard) return 'cancelled';
  return CardStatus === 'Stolen' ? 'stolen' : 'lost';
}

/** A single-load card that is not issued has no overlay: it is activated with its access code. */
export function overlayOf(card: Gated): CardOverlay | null {
  if (card.CardStatus === 'ActiveOff') return 'off';
  if (isReported(card)) return reportedOverlay(card);
  if (isBlocked(card)) return 'blocked';
  if (card.IsBeingMade) return 'beingMade';
  return card.IsReloadable && NOT_YET.includes(card.CardStatus) ? 'onItsWay' : null;
}

/** An upgrade is offered for an active card until one is requested. */
export function canUpgrade(card: Pick<CardSummary, 'CardStatus' | 'IsUpgradeable' | 'IsUpgradeRequested'>): boolean {
  return card.IsUpgradeable && !card.IsUpgradeRequested && card.CardStatus === 'Active';
}

/** An upgrade was requested: its card is activated with the code of its letter. */
export function canActivateUpgrade(card: Pick<CardSummary, 'CardStatus' | 'IsUpgradeRequested'>): boolean {
  return card.IsUpgradeRequested && IN_USE.includes(card.CardStatus);
}

/** A card that waits for its activation, or has an upgraded one that does. */
export function canActivate(card: Gated & Pick<CardSummary, 'IsUpgradeRequested'>): boolean {
  return overlayOf(card) === 'onItsWay' || canActivateUpgrade(card);
}

/** Reloadable cards in use, and virtual ones that are active. */
export function canFlip(card: Gated): boolean {
  return (card.IsReloadable && IN_USE.includes(card.CardStatus)) || canReveal(card);
}

/** A plastic card carries its own number; only an active virtual one whose number is kept here shows it on the screen. */
export function canReveal(card: Gated): boolean {
  return card.IsVirtualCard && card.CardStatus === 'Active' && card.NumberHeldBy === 'wattle';
}

export function canSwitch(card: Pick<Gated, 'CardStatus'>): boolean {
  return IN_USE.includes(card.CardStatus);
}

/** A card can be reported by any holder until it is reported lost or stolen. */
export function canReport(card: Pick<CardSummary, 'CardStatus' | 'LostOrStolenOption'>): boolean {
  return card.LostOrStolenOption && !isReported(card);
}

type Paying = Pick<CardSummary, 'CardStatus' | MethodCardField>;

const MAY_TRANSFER = cardFieldsOf((kind) => kind === 'transferOut');
const MAY_PAY_BILLS = cardFieldsOf((kind) => kind !== 'transferOut');

/** The fields of a card that say whether it may pay by the methods whose transactions are of a kind. */
function cardFieldsOf(isMeant: (kind: MethodTransactionKind) => boolean): readonly MethodCardField[] {
  const meant = METHOD_NAMES.filter((name) => isMeant(PAYMENT_METHODS[name].transactionKind));
  return meant.map((name) => PAYMENT_METHODS[name].cardField);
}

/** Payments an active card can make: transfers, bills or both. Null for other cards, which the server refuses. */
export function paymentsOf(card: Paying): 'transfers' | 'bills' | 'both' | null {
  if (!IN_USE.includes(card.CardStatus)) return null;
  const [transfers, bills] = [MAY_TRANSFER, MAY_PAY_BILLS].map((fields) => fields.some((field) => card[field]));
  if (transfers) return bills ? 'both' : 'transfers';
  return bills ? 'bills' : null;
}

export function canPay(card: Paying): boolean {
  return paymentsOf(card) !== null;
}

/** Debit products that pay interest and have it on. */
export function showsInterest(
  details: Pick<CardDetails, 'ProductType' | 'SavingsInterestRate' | 'DisableInterest'>,
): boolean {
  return details.ProductType === PRODUCT_TYPE.debit && details.SavingsInterestRate > 0 && !details.DisableInterest;
}

/** The brand's default card where the caller holds it, else the first. */
export function defaultCardIndex(
  cards: readonly Pick<CardSummary, 'MaskedCardNumber'>[],
  defaultMaskedCardNumber: string | null,
): number {
  return Math.max(
    0,
    cards.findIndex((card) => card.MaskedCardNumber === defaultMaskedCardNumber),
  );
}

/** The carousel has no end: the card after the last is the first. */
export function wrapIndex(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count;
}

export type Loadable = Pick<
  CardSummary,
  'IsReloadable' | 'CardStatus' | 'AllowSchemeTopUp' | 'AllowBankTransferTopUp' | 'AllowVoucherTopUp' | 'AllowAutoTopUp'
>;

/** A reloadable card that is Active or ActiveOff and has at least one way to top up. */
export function canTopUp(card: Loadable): boolean {
  const isUsable = card.IsReloadable && (card.CardStatus === 'Active' || card.CardStatus === 'ActiveOff');
  const ways = [card.AllowSchemeTopUp, card.AllowBankTransferTopUp, card.AllowVoucherTopUp, card.AllowAutoTopUp];
  return isUsable && ways.includes(true);
}

/** Actions of the card that have a route in this product; an action without a route is never shown. */
export type HeroAction =
  | 'activate'
  | 'topUp'
  | 'transfer'
  | 'reveal'
  | 'switch'
  | 'settings'
  | 'transactions'
  | 'report'
  | 'orderNew'
  | 'callSupport';

/** Number of actions in one row of a phone. */
const IN_A_ROW = 4;

/** The primary one first. `canOrderNew`: a new card can be ordered for a reported one. */
export function heroActions(
  card: Gated & Paying & Loadable & Pick<CardSummary, 'LostOrStolenOption'>,
  isUser: boolean,
  canOrderNew = false,
): readonly HeroAction[] {
  const settings: readonly HeroAction[] = isUser ? ['settings'] : [];
  const report: readonly HeroAction[] = canReport(card) ? ['report'] : [];
  if (isReported(card) && isUser && canOrderNew) return ['orderNew'];
  if (isBlocked(card)) return ['callSupport', 'transactions', ...settings];
  if (card.IsBeingMade) return ['transactions', ...settings, ...report];
  if (isUser && overlayOf(card) === 'onItsWay') return ['activate', 'transactions', ...settings];
  const all: readonly HeroAction[] = [
    ...(isUser && canTopUp(card) ? (['topUp'] as const) : []),
    ...(canPay(card) ? (['transfer'] as const) : []),
    ...(canReveal(card) ? (['reveal'] as const) : settings),
    ...(canSwitch(card) ? (['switch'] as const) : []),
    'transactions',
    ...report,
  ];
  return all.slice(0, IN_A_ROW);
}

/** Identifies the card in requests. */
export function cardReferenceOf(card: CardSummary): CardReference {
  return {
    AccountNumber: card.AccountNumber,
    MaskedCardNumber: card.MaskedCardNumber,
    ExpirationDate: card.ExpirationDate,
  };
}

/** Number and expiry are unique together: a damaged card's successor keeps the number. */
export function cardKey(card: Pick<CardSummary, 'AccountNumber' | 'MaskedCardNumber' | 'ExpirationDate'>): string {
  return `${card.AccountNumber}/${card.MaskedCardNumber}/${card.ExpirationDate}`;
}

/** Last four digits. */
export function endingOf(maskedCardNumber: string): string {
  return maskedCardNumber.replace(/\s/g, '').slice(-4);
}

/** `2029-09` as a card prints it, `09/29`. */
export function expiryOnCard(expirationDate: string): string {
  return `${expirationDate.slice(5, 7)}/${expirationDate.slice(2, 4)}`;
}

/** A card number in groups of four, as it is read out and typed. */
export function grouped(cardNumber: string): string {
  return cardNumber.replace(/(.{4})(?=.)/g, '$1 ');
}
