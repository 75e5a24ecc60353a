import { type FindingIn, isDemoBrand } from '../brands/public.ts';
import type { ProductFile } from './product-file.ts';

/** Where the numbers of the demo's cards begin, which no scheme has given to anybody. */
const DEMO_NUMBERS = '903600';
/** The demo's BSBs begin so, and no bank's do. */
const DEMO_BSB = '000-';

/** Parts of the demo in a product, which production does not take. */
export function findDemoInProduct({ brand, settings }: Pick<ProductFile, 'brand' | 'settings'>): FindingIn[] {
  const found: FindingIn[] = [];
  if (isDemoBrand(brand)) found.push({ key: 'brand', reason: 'is a brand of the demo, which is for the sandbox' });
  if (settings.cardNumbers?.prefix.startsWith(DEMO_NUMBERS))
    found.push({
      key: 'settings.cardNumbers.prefix',
      reason: 'is of the demo: the scheme or your processor gives you one',
    });
  if (settings.bsb?.startsWith(DEMO_BSB))
    found.push({ key: 'settings.bsb', reason: 'is of the demo: your bank gives you one' });
  return found;
}
