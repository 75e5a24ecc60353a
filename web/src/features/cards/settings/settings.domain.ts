import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';

type Managed = { readonly card: CardSummary; readonly details: CardDetails };

/** A card that works, or that its holder has turned off for a while. */
export function isInUse({ CardStatus }: Pick<CardSummary, 'CardStatus'>): boolean {
  return CardStatus === 'Active' || CardStatus === 'ActiveOff';
}

/** The settings that a card has. The server makes the same check before it changes one. */
export const offers = {
  spendLimit: ({ card, details }: Managed) => details.ShowManagePurchaseLimits && isInUse(card),
  paymentLimit: ({ card, details }: Managed) => details.ShowManagePaymentLimits && isInUse(card),
  contactless: ({ card }: Managed) => card.ProductLevelAllowTurnOffContactless && isInUse(card),
  controls: ({ card }: Managed) => isInUse(card),
  pin: ({ card }: Managed) => !card.IsVirtualCard && isInUse(card),
  name: ({ card }: Managed) => isInUse(card),
  additionalCard: ({ details }: Managed) => details.ShowOrderAdditionalCard,
} as const;

/** Reasons for blocking a card. */
export const REASONS = ['lost', 'stolen', 'damaged', 'other'] as const;
export type Reason = (typeof REASONS)[number];

type Caller = { readonly isUser: boolean };

/** Reasons offered to the holder. Any holder can report a card lost or stolen; the others require a web account. */
export function reasonsFor({ card, details }: Managed, { isUser }: Caller): readonly Reason[] {
  const isStopped = card.CardStatus === 'Stolen' || card.CardStatus === 'Lost';
  return REASONS.filter((reason) => {
    if (reason === 'damaged') return isUser && details.CanReplaceDamaged;
    if (reason === 'other') return isUser && details.CanBlock;
    if (reason === 'lost') return card.CardStatus !== 'Stolen' && !(isStopped && !canSendNew(details, isUser));
    return !(card.CardStatus === 'Stolen' && !canSendNew(details, isUser));
  });
}

/** A loss cancels the card permanently. */
export function isLoss(reason: Reason): reason is 'lost' | 'stolen' {
  return reason === 'lost' || reason === 'stolen';
}

/** A card that was reported for this reason before: all that is left is a new one. */
export function isReportedAs({ CardStatus }: Pick<CardSummary, 'CardStatus'>, reason: Reason): boolean {
  return (CardStatus === 'Lost' && reason === 'lost') || (CardStatus === 'Stolen' && reason === 'stolen');
}

/** Whether a new card can be ordered with a report. */
export function canSendNew(details: Pick<CardDetails, 'CanReplaceLost'>, isUser: boolean): boolean {
  return isUser && details.CanReplaceLost;
}

/** Dollars that a new card costs for a reason. */
export function feeFor(
  reason: Reason,
  fees: { readonly ReplacementFee: number; readonly StolenReplacementFee: number },
): number {
  if (reason === 'other') return 0;
  return reason === 'stolen' ? fees.StolenReplacementFee : fees.ReplacementFee;
}

/** Text of the message on the page of cards, by the action that was done. */
export function messageFor(reason: Reason, hasNewCard: boolean): string {
  if (reason === 'damaged') return 'cardReplaced';
  if (reason === 'other') return 'cardBlocked';
  if (hasNewCard) return 'lostOrStolenAndReplaced';
  return reason === 'stolen' ? 'cardReportedStolen' : 'cardReportedLost';
}

/** A reference number in groups, as it is read out: `26324 000418 8`. */
export function inGroups(reference: string): string {
  return `${reference.slice(0, 5)} ${reference.slice(5, -1)} ${reference.slice(-1)}`;
}
