import { readStored, store } from '../browser/storage.ts';

type BrandNote = {
  readonly has: (brand: string) => boolean;
  readonly note: (brand: string, is: boolean) => void;
};

/** One fact about this browser for each brand, kept in local storage to offer the right page first. Never a secret. */
export function brandNote(key: string): BrandNote {
  const read = (): readonly unknown[] => {
    const kept = readStored('localStorage', key);
    return Array.isArray(kept) ? kept : [];
  };
  return {
    has: (brand) => read().includes(brand),
    note: (brand, is) => {
      const others = read().filter((other) => other !== brand);
      store('localStorage', key, is ? [...others, brand] : others);
    },
  };
}
