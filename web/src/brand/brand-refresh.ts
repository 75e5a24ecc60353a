import { type BrandView, getBrand } from '@wattle/contract/brands/brand.ts';
import { getUpdateTime } from '@wattle/contract/brands/config.ts';
import { send } from '../api/send.ts';
import { currentBrand, setBrand } from './brand.ts';

const LOOK_AGAIN_AFTER_MS = 5 * 60_000;
// The page came with its brand.
let lookedAt = performance.timeOrigin;

export async function fetchBrand(identifier: string): Promise<BrandView | 'unknown' | 'failed'> {
  const answer = await send(getBrand, { params: { identifier } });
  if (answer.ok) return answer.value;
  return answer.status === 404 ? 'unknown' : 'failed';
}

/** Asks when the brand last changed and loads it again if the copy in use is another. */
export async function refreshBrand(): Promise<void> {
  const brand = currentBrand();
  if (!brand) return;
  lookedAt = Date.now();
  const latest = await send(getUpdateTime, { body: { identifier: brand.BrandIdentifier } });
  if (!latest.ok || latest.value.UpdateTime === brand.UpdateTime) return;
  const fetched = await fetchBrand(brand.BrandIdentifier);
  if (fetched !== 'unknown' && fetched !== 'failed') setBrand(fetched);
}

/** A tab may stay open for days: it looks when its reader comes back to it. */
export async function refreshBrandWhenStale(): Promise<void> {
  if (Date.now() - lookedAt > LOOK_AGAIN_AFTER_MS) await refreshBrand();
}
