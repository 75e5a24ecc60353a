import { TRANSFER_CATEGORY, type TransferCategory } from '@wattle/contract/transfers/external/direct-entry.ts';
import type { Cents } from '../../../platform/money.ts';
import { highest } from '../highest.domain.ts';

/** The caps of a card's product, in cents. */
type Caps = { readonly settings: { readonly housingCap: number | null; readonly otherExpensesCap: number | null } };

/** Cap of an account's transfers in a calendar month for a purpose; null: none. The highest of its cards holds. */
export function capOf(category: TransferCategory, cards: readonly Caps[]): Cents | null {
  if (category === TRANSFER_CATEGORY.ownInstitution) return null;
  const isHousing = category === TRANSFER_CATEGORY.housing;
  return highest(cards.map(({ settings }) => (isHousing ? settings.housingCap : settings.otherExpensesCap)));
}
