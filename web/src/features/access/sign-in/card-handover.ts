import { currentBrand } from '../../../brand/brand.ts';

type Card = {
  readonly card: string;
  /** Access code of the card, or activation code of a plastic card. */
  readonly code: string;
};

/**
 * A card that its holder has just entered or seen on another page, so that the next page does not ask for it again.
 * Only in memory, for one page: a reload forgets it.
 */
let handed: (Card & { readonly brand: string | undefined }) | null = null;

export function handOverCard(card: string, code = ''): void {
  handed = { brand: currentBrand()?.BrandIdentifier, card, code };
}

/** The named card, with empty strings for what is not known. It stays until it is dropped: a page may be drawn twice. */
export function handedOverCard(): Card {
  return handed && handed.brand === currentBrand()?.BrandIdentifier ? handed : { card: '', code: '' };
}

export function dropHandedOverCard(): void {
  handed = null;
}
