import { type Mode, rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import { encodingFault, utf8Text } from '../../platform/text/text-encoding.ts';
import { filesAt, readFileBytes } from '../../platform/folder.ts';
import { demoWordIn, listBrands, isDemoBrand, type FindingIn } from '../brands/public.ts';
import { checkProductFile, type ProductFile } from './product-file.ts';
import { findMissingExtras, findProductConflicts, lockProducts, writeProduct } from './product-import.store.ts';
import { isDemoBsb } from '../../config/bank-settings.ts';

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

/** The demo's name in a copied product, which people read. */
export function findLeftInProduct({ name }: Pick<ProductFile, 'name'>): FindingIn[] {
  const word = demoWordIn(name);
  return word === undefined ? [] : [{ key: 'name', reason: `still has "${word}" of the demo` }];
}

/** A product cannot be imported. The message has one line for each finding, with file, key and reason. */
export class ProductFileError extends Error {
  readonly findings: readonly FindingIn[];

  constructor(file: string, findings: readonly FindingIn[]) {
    super(
      findings.map(({ key, reason }) => (key === '' ? `${file}: ${reason}` : `${file}: ${key}: ${reason}`)).join('\n'),
    );
    this.findings = findings;
  }
}

export type ImportedProduct = {
  readonly product: ProductFile;
  readonly version: number;
  readonly isChanged: boolean;
  /** Hints on what its brand may still add. */
  readonly hints: readonly string[];
};

/** The files that `place` names: itself, or the JSON files of a folder and of the folders in it, by name. */
export function productFilesIn(place: string): Promise<string[]> {
  return filesAt(place, '.json');
}

/** A product's file, checked by itself. Throws ProductFileError with everything that is wrong with it. Production takes no demo. */
export async function checkProduct(file: string, mode: Mode = 'sandbox'): Promise<ProductFile> {
  const body = await readFileBytes(file);
  const fault = body === undefined ? 'is missing' : encodingFault(body);
  if (body === undefined || fault !== undefined)
    throw new ProductFileError(file, [{ key: '', reason: fault ?? 'is missing' }]);
  const { findings, product } = checkProductFile(utf8Text(body));
  if (!product) throw new ProductFileError(file, findings);
  const demo = !rulesOf(mode).hasDemo ? findDemoInProduct(product) : [];
  if (demo.length > 0) throw new ProductFileError(file, demo);
  return product;
}

/**
 * Stores the product of a file, and its version where it differs from the last one. It applies to its cards straight
 * away. Throws ProductFileError with all errors, and then writes nothing.
 */
export async function importProduct(
  ctx: Pick<AppContext, 'database' | 'clocks'>,
  file: string,
  mode: Mode = 'sandbox',
): Promise<ImportedProduct> {
  const product = await checkProduct(file, mode);
  const brand = (await listBrands(ctx.database)).find(({ identifier }) => identifier === product.brand);
  if (!brand) throw new ProductFileError(file, [{ key: 'brand', reason: 'is none of the brands: import it first' }]);
  const place = { tenantId: brand.tenantId, brandId: brand.id };
  return ctx.database.transact(place.tenantId, async (tx) => {
    await lockProducts(tx, place.tenantId);
    const conflicts = await findProductConflicts(tx, place, product);
    if (conflicts.length > 0) throw new ProductFileError(file, conflicts);
    const missing = await findMissingExtras(tx, place, product);
    const left = !rulesOf(mode).hasDemo ? findLeftInProduct(product) : [];
    const hints = [...missing, ...left.map(({ key, reason }) => `${key}: ${reason}`)];
    return { product, hints, ...(await writeProduct(tx, place, product, ctx.clocks)) };
  });
}
