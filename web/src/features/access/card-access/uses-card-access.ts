import type { BrandView } from '@wattle/contract/brands/brand.ts';

/** Forgotten card details are shown only where people sign in by card id and the brand allows it. */
export function usesCardAccess(brand: BrandView): boolean {
  return brand.UseCardIdForCardholderAccess && brand.AllowGetCardAccessDetails;
}
