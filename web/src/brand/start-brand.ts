import type { BrandView } from '@wattle/contract/brands/brand.ts';
import { isBrand, keptBrand, PREFIX, setBrand } from './brand.ts';

/**
 * `unknown`: the address names a brand that does not exist. `failed`: the brand could not be loaded. `choose`: the
 * address names none, and no brand is the default.
 */
export type BrandStart = 'ready' | 'unknown' | 'failed' | 'choose';

function embeddedBrand(): BrandView | 'unknown' | null {
  const text = document.getElementById('wattle-brand')?.textContent;
  if (text === null || text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isBrand(value)) return value;
    return value === null ? 'unknown' : null;
  } catch {
    return null;
  }
}

/**
 * The server writes the brand into the page, so nothing is fetched. A page without it (kept by the
 * browser, or handed out by something else) uses the last copy of this prefix and looks whether it
 * is still current.
 */
export async function startBrand(): Promise<BrandStart> {
  const embedded = embeddedBrand();
  if (embedded === 'unknown') return document.getElementById('wattle-brands') ? 'choose' : 'unknown';
  if (embedded) {
    setBrand(embedded);
    return 'ready';
  }
  const { fetchBrand, refreshBrand } = await import('./brand-refresh.ts');
  const kept = keptBrand();
  if (kept) {
    setBrand(kept);
    void refreshBrand();
    return 'ready';
  }
  const fetched = await fetchBrand(PREFIX.slice(1) || 'default');
  if (fetched === 'unknown' || fetched === 'failed') return fetched;
  setBrand(fetched);
  return 'ready';
}
