import type { CardStatus } from '@wattle/contract/cards/card.ts';

/** Every status of a card. The last three never leave the server. */
export type InnerStatus = CardStatus | 'Replaced' | 'Expired' | 'Closed';

const UNLISTED: ReadonlySet<InnerStatus> = new Set<InnerStatus>(['Replaced', 'Expired', 'Closed']);

/**
 * What a card is in a month (`yyyy-MM`, Melbourne). A card is good until the last moment of the
 * month of its expiry; after that it is expired, whatever was stored.
 */
export function statusIn(month: string, card: { readonly status: InnerStatus; readonly expiry: string }): InnerStatus {
  // yyyy-MM sorts as text.
  return !UNLISTED.has(card.status) && card.expiry < month ? 'Expired' : card.status;
}

/** Whether a card of this status stands in the cardholder's list. */
export function isListed(status: InnerStatus): status is CardStatus {
  return !UNLISTED.has(status);
}

export type Switched =
  | { readonly kind: 'changed'; readonly to: CardStatus }
  /** It is as asked already: a repeated request is no error. */
  | { readonly kind: 'same' }
  | { readonly kind: 'refused' };

/** A cardholder turns off only what works, and turns on only what they turned off themselves. */
export function switchCard(status: InnerStatus, to: 'Active' | 'ActiveOff'): Switched {
  if (status === to) return { kind: 'same' };
  if (status === 'Active' || status === 'ActiveOff') return { kind: 'changed', to };
  return { kind: 'refused' };
}
