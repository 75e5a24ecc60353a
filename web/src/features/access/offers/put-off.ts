import { currentBrand } from '../../../brand/brand.ts';
import { readStored, store } from '../../../browser/storage.ts';
import type { Offer } from './offer.domain.ts';

/** Offers that were put off on this browser, for each brand. */
const STORAGE_KEY = 'wattle.offers';
const PUT_OFF_MS = 14 * 24 * 3_600_000;

type Times = Partial<Record<Offer, number>>;

const keyOf = () => `${STORAGE_KEY}.${currentBrand()?.BrandIdentifier ?? ''}`;

/** Until when each offer was put off. */
export function putOffUntil(): Times {
  const kept = readStored('localStorage', keyOf());
  return typeof kept === 'object' && kept !== null ? kept : {};
}

export function putOff(offer: Offer): void {
  store('localStorage', keyOf(), { ...putOffUntil(), [offer]: Date.now() + PUT_OFF_MS });
}
