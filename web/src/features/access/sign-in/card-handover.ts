import { currentBrand } from '../../../brand/brand.ts';

/**
 * A card that its holder has just named on another page, so that the sign-in page does not ask for
 * it again. In memory alone, for one page: a reload forgets it.
 */
let handed: { readonly brand: string | undefined; readonly card: string } | null = null;

export function handOverCard(card: string): void {
  handed = { brand: currentBrand()?.BrandIdentifier, card };
}

/** The named card, or the empty string. It stays until it is dropped, because a page may be drawn twice. */
export function handedOverCard(): string {
  return handed && handed.brand === currentBrand()?.BrandIdentifier ? handed.card : '';
}

export function dropHandedOverCard(): void {
  handed = null;
}
