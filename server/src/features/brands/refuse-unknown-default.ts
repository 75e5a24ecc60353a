import { ConfigError } from '../../config/config-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { listBrands } from './find-brand.ts';

/**
 * Refuses a default brand that does not exist, because every visitor of an address without a brand would get a
 * not-found page. Returns the number of brands.
 */
export async function refuseUnknownDefault(database: Database, defaultBrand: string | undefined): Promise<number> {
  const brands = (await listBrands(database)).map(({ identifier }) => identifier);
  if (defaultBrand === undefined || brands.includes(defaultBrand)) return brands.length;
  const others = brands.length === 0 ? 'and no other yet' : `only ${brands.join(', ')}`;
  throw new ConfigError(
    `WATTLE_DEFAULT_BRAND: there is no brand ${defaultBrand}, ${others}. Import it with npm run brands -- import, or leave the setting out: the only brand is the default, and of several visitors choose one.`,
  );
}
