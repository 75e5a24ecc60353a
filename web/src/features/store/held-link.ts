import { forget, readStored, store } from '../../browser/storage.ts';

const KEY = 'wattle.store.link';

/** The secret part of a mailed link, taken out of the address, for this tab. */
export function holdLink(token: string): void {
  store('sessionStorage', KEY, token);
}

export function heldLink(): string | null {
  const kept = readStored('sessionStorage', KEY);
  return typeof kept === 'string' ? kept : null;
}

export function forgetLink(): void {
  forget('sessionStorage', KEY);
}
