import { isDemoBsb } from '../../bank-settings.ts';
import { type FindingIn, isDemoBrand } from '../brands/public.ts';
import type { ProductFile } from './product-file.ts';

/** Where the numbers of the demo's cards begin, which no scheme has given to anybody. */
const DEMO_NUMBERS = '903600';

/** Parts of the demo in a product, which production does not take. */
export function findDemoInProduct({ brand, settings }: Pick<ProductFile, 'brand' | 'settings'>): FindingIn[] {
  const found: FindingIn[] = [];
  if (isDemoBrand(brand)) found.push({ key: 'brand', reason: 'is a brand of the demo, which is for the sandbox' });
  if (settings.cardNumbers?.prefix.startsWith(DEMO_NUMBERS))
    found.push({
      key: 'settings.cardNumbers.prefix',
      reason: 'is of the demo: the scheme or your processor gives you one',
    });
  if (isDemoBsb(settings.bsb)) found.push({ key: 'settings.bsb', reason: 'is of the demo: your bank gives you one' });
  return found;
}
