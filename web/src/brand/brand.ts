import type { BrandView } from '@wattle/contract/brands/brand.ts';
import { setBrandTexts } from '../i18n/i18n.ts';
import { readStored, store } from '../browser/storage.ts';
import { createStore, useStore } from '../observable.ts';
import { brandPrefix } from './brand-prefix.ts';

export type { BrandView };

/** Brand segment of this page, with its slash; empty for the brand of the host. */
export const PREFIX = brandPrefix(window.location.pathname);

/** `st-umps` is another way to write `stumps`. */
const NAME = PREFIX.toLowerCase().replace(/[^a-z0-9]/g, '') || 'default';
const STORAGE_KEY = `wattle.brand.${NAME}`;
const brands = createStore<BrandView | null>(null);

/** Whether what was kept or sent is a brand of this version's shape. */
export function isBrand(value: unknown): value is BrandView {
  return typeof value === 'object' && value !== null && 'BrandIdentifier' in value && 'Assets' in value;
}

/** The last copy of this prefix's brand that this browser has seen. */
export function keptBrand(): BrandView | null {
  const kept = readStored('localStorage', STORAGE_KEY);
  return isBrand(kept) ? kept : null;
}

/** Puts a brand to use: its wording, its stylesheet where that has changed, and the copy for a page without one. */
export function setBrand(brand: BrandView): void {
  const before = brands.get();
  store('localStorage', STORAGE_KEY, brand);
  document.documentElement.dataset['brand'] = brand.BrandIdentifier;
  // A phone number is read as one thing, so it is not broken over two lines.
  const phone = brand.SupportPhoneNumber.replaceAll(' ', '\u00a0');
  setBrandTexts(brand.Texts, { brand: brand.BrandName, phone });
  const written = document.querySelector<HTMLStyleElement>('style[data-tokens]');
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][href*="/assets/brands/"]');
  if (!link && written?.dataset['tokens'] !== brand.Assets.Tokens) {
    const added = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: brand.Assets.Tokens });
    added.addEventListener('load', () => written?.remove(), { once: true });
    document.head.append(added);
  } else if (link && before && before.Assets.Tokens !== brand.Assets.Tokens) {
    link.href = brand.Assets.Tokens;
  }
  brands.set(brand);
}

/** The brand of this page. Null only before it is known. */
export function currentBrand(): BrandView | null {
  return brands.get();
}

/** The brand of this page. Screens are drawn only once it is known. */
export function useBrand(): BrandView {
  const brand = useStore(brands);
  if (!brand) throw new Error('A screen was drawn before its brand was known');
  return brand;
}

/** For frames that also surround the not-found page, which has no brand. */
export function useOptionalBrand(): BrandView | null {
  return useStore(brands);
}
