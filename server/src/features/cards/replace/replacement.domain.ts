import { move } from '../../../platform/state-table.domain.ts';
import { CARD_STATUS, type InnerStatus } from '../../card-facts/card-status.states.domain.ts';
import type { ProductSettings } from '../../card-facts/public.ts';

type Replaceable = {
  readonly status: InnerStatus;
  readonly is_allocated: boolean;
  readonly is_reloadable: boolean;
  /** The programme has restricted it. */
  readonly is_held: boolean;
  readonly settings: Pick<
    ProductSettings,
    'isNonStock' | 'isTemporary' | 'replacementByCardholder' | 'replacesNonReloadable'
  >;
};

/** Cents that a new card costs, by the status of the old one. */
export function replacementFeeOf(
  status: InnerStatus,
  fees: Pick<ProductSettings, 'replacementFee' | 'replacementFeeStolen' | 'replacementFeeExpired'>,
): bigint {
  if (status === 'Stolen') return BigInt(fees.replacementFeeStolen);
  if (status === 'Expired') return BigInt(fees.replacementFeeExpired);
  return BigInt(fees.replacementFee);
}

/** Whether a cardholder may order a replacement for this card. */
export function mayReplace(card: Replaceable, isDamaged: boolean): boolean {
  return !card.is_held && isReplaceable(card, isDamaged);
}

/** Whether the product allows a replacement. For a card that the programme has restricted it also needs the desk. */
export function isReplaceable(card: Omit<Replaceable, 'is_held'>, isDamaged: boolean): boolean {
  const { settings, status } = card;
  if (!settings.replacementByCardholder) return false;
  if (!card.is_allocated && !settings.isNonStock) return false;
  if (!card.is_reloadable && !settings.replacesNonReloadable) return false;
  if (status === 'NotIssued' && settings.isTemporary) return false;
  // The damaged card works until the new one is activated, so it must be one that works.
  if (isDamaged) return status === 'Active' || status === 'ActiveOff' || status === 'NotIssued';
  return move(CARD_STATUS, { state: status, event: 'replace', by: 'webAccount' }).kind === 'changed';
}
