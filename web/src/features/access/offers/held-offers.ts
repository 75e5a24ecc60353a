import { OF_SESSION, readStored, store } from '../../../browser/storage.ts';

const STORAGE_KEY = `${OF_SESSION}offersHeld`;

/**
 * Makes no offer in this session. The end of an activation shows next steps, of which one is a way to sign in; no dialog
 * covers them, and the next session has the offer.
 */
export function holdOffers(): void {
  store('sessionStorage', STORAGE_KEY, true);
}

export function areOffersHeld(): boolean {
  return readStored('sessionStorage', STORAGE_KEY) === true;
}
