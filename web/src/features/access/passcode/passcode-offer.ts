import { readStored, store } from '../../../browser/storage.ts';

/** Brands for which a passcode was set in this browser: only to offer it at sign-in. Nothing secret is kept. */
const STORAGE_KEY = 'wattle.passcode';

function brandsWithPasscode(): readonly unknown[] {
  const kept = readStored('localStorage', STORAGE_KEY);
  return Array.isArray(kept) ? kept : [];
}

/** True if a passcode was set in this browser for the brand. The server may have dropped it since. */
export function mayHavePasscode(brand: string): boolean {
  return brandsWithPasscode().includes(brand);
}

export function noteHasPasscode(brand: string, hasPasscode: boolean): void {
  const others = brandsWithPasscode().filter((other) => other !== brand);
  store('localStorage', STORAGE_KEY, hasPasscode ? [...others, brand] : others);
}
