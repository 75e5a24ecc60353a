import { TRANSFER_CATEGORY, type TransferCategory } from '@wattle/contract/transfers/transfer.ts';
import type { Cents } from '../../platform/money.ts';

/** Highest of the limits in cents; null means none. */
export function highestLimit(limits: readonly (number | null)[]): Cents | null {
  return limits.includes(null) ? null : BigInt(Math.max(0, ...limits.map((limit) => limit ?? 0)));
}

/** Caps of a card's product, in cents. */
type Caps = { readonly settings: { readonly housingCap: number | null; readonly otherExpensesCap: number | null } };

/** Monthly cap of an account for transfers of a purpose; null: none. The highest cap of its cards applies. */
export function capOf(category: TransferCategory, cards: readonly Caps[]): Cents | null {
  if (category === TRANSFER_CATEGORY.ownInstitution) return null;
  const isHousing = category === TRANSFER_CATEGORY.housing;
  return highestLimit(cards.map(({ settings }) => (isHousing ? settings.housingCap : settings.otherExpensesCap)));
}
