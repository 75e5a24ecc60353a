import { readStored, store } from '../../../browser/storage.ts';

/** Brands at which a passkey was added or used in this browser: only to offer it first. Nothing secret is kept. */
const STORAGE_KEY = 'wattle.passkey';

function brandsWithPasskey(): readonly unknown[] {
  const kept = readStored('localStorage', STORAGE_KEY);
  return Array.isArray(kept) ? kept : [];
}

/** True if a passkey was added or used in this browser for the brand. It may have been removed since. */
export function mayHavePasskey(brand: string): boolean {
  return brandsWithPasskey().includes(brand);
}

export function noteHasPasskey(brand: string, hasPasskey: boolean): void {
  const others = brandsWithPasskey().filter((other) => other !== brand);
  store('localStorage', STORAGE_KEY, hasPasskey ? [...others, brand] : others);
}
