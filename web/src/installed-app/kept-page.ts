import { fetchBrand } from '../brand/brand-refresh.ts';
import { currentBrand, setBrand } from '../brand/brand.ts';

const LOOK_AGAIN_AFTER_MS = 10_000;

/**
 * A page from the kept shell says that it is offline until the server answers, whatever the device says of its network.
 * The answer is the brand, which may have changed since the shell was kept.
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
