import { fetchBrand } from '../brand/brand-refresh.ts';
import { currentBrand, setBrand } from '../brand/brand.ts';

const LOOK_AGAIN_AFTER_MS = 10_000;

/**
 * Shows a page from the kept shell as offline until the server answers, even if the device reports a network. It asks
 * for the brand, which may have changed since the shell was kept.
 */
export async function watchKeptPage(): Promise<void> {
  const { dataset } = document.documentElement;
  const brand = currentBrand();
  if (dataset['shell'] !== 'kept' || !brand) return;
  const answer = await fetchBrand(brand.BrandIdentifier);
  if (answer === 'failed') return void setTimeout(() => void watchKeptPage(), LOOK_AGAIN_AFTER_MS);
  if (answer !== 'unknown') setBrand(answer);
  delete dataset['shell'];
  window.dispatchEvent(new Event('online'));
}
