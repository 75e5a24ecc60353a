import type { Database } from '../../platform/database/database.ts';
import { listBrands } from '../brands/public.ts';
import { type ListedProduct, readProducts } from './product-import.store.ts';

export {
  checkProduct,
  findDemoInProduct,
  findLeftInProduct,
  importProduct,
  ProductFileError,
  productFilesIn,
} from './import-products.ts';
export type { ProductFile } from './product-file.ts';

/** The products of every programme. */
export async function listProducts(database: Database): Promise<ListedProduct[]> {
  const tenants = [...new Set((await listBrands(database)).map(({ tenantId }) => tenantId))];
  const found: ListedProduct[] = [];
  for (const tenantId of tenants) found.push(...(await database.read(tenantId, (tx) => readProducts(tx, tenantId))));
  return found;
}
