import type { AppContext } from '../../context.ts';
import type { Database } from '../../platform/database.ts';
import type { Brand } from './brand-settings.ts';
import { readBrands } from './brand.store.ts';

/** Another server may have imported a brand: what is kept is good for this long. */
const KEPT_MS = 1_000;

type Kept = { readonly brands: Promise<readonly Brand[]>; readonly readAt: number };

const kept = new WeakMap<Database, Kept>();

/** All brands, from memory where they were read a moment ago. */
async function allBrands(ctx: AppContext): Promise<readonly Brand[]> {
  const now = ctx.clocks.security.now();
  const known = kept.get(ctx.database);
  if (known && now - known.readAt < KEPT_MS) return known.brands;
  const brands = ctx.database.readShared(readBrands);
  const entry = { brands, readAt: now };
  kept.set(ctx.database, entry);
  try {
    return await brands;
  } catch (error) {
    kept.delete(ctx.database);
    throw error;
  }
}

/** Makes the next look read the brands anew; for whoever has just written one. */
export function forgetBrands(ctx: Pick<AppContext, 'database'>): void {
  kept.delete(ctx.database);
}

export async function findBrandById(ctx: AppContext, id: number): Promise<Brand | undefined> {
  return (await allBrands(ctx)).find((brand) => brand.id === id);
}

/**
 * A brand by its identifier. `default`, or none: the brand whose own site has this host name, else
 * the instance's default.
 */
export async function findBrand(
  ctx: AppContext,
  identifier: string | undefined,
  host: string,
): Promise<Brand | undefined> {
  const brands = await allBrands(ctx);
  if (identifier !== undefined && identifier !== 'default') {
    return brands.find((brand) => brand.identifier === identifier);
  }
  const ofHost = brands.filter((brand) => new URL(brand.settings.BrandUrl).hostname === host);
  if (ofHost.length === 1) return ofHost[0];
  return brands.find((brand) => brand.identifier === ctx.config.defaultBrand);
}
