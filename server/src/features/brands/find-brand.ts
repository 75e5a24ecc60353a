import { rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Brand } from './brand-settings.ts';
import { type ReadBrands, readBrands } from './brand.store.ts';

/** Time for which brands are cached. Another server may have imported one. */
const KEPT_MS = 1_000;

/** Brand that the sandbox shows where none is set. */
const DEMO_BRAND = 'wattle';

type Kept = { readonly brands: Promise<readonly Brand[]>; readonly readAt: number };

const kept = new WeakMap<Database, Kept>();

/** Brands as they were read last. The next reading takes over those that have not changed. */
const known = new WeakMap<Database, ReadBrands>();

/** All brands, from memory where they were read a moment ago. */
async function allBrands(ctx: AppContext): Promise<readonly Brand[]> {
  const now = ctx.clocks.security.now();
  const last = kept.get(ctx.database);
  if (last && now - last.readAt < KEPT_MS) return last.brands;
  const brands = readAgain(ctx.database);
  kept.set(ctx.database, { brands, readAt: now });
  try {
    return await brands;
  } catch (error) {
    kept.delete(ctx.database);
    throw error;
  }
}

async function readAgain(database: Database): Promise<readonly Brand[]> {
  const read = await database.readShared((tx) => readBrands(tx, known.get(database)));
  known.set(database, read);
  return inOrder(read);
}

const inOrder = (read: ReadBrands) => Array.from(read.values(), ({ brand }) => brand);

/** Every brand of the database, read now. */
export async function listBrands(database: Database): Promise<readonly Brand[]> {
  return inOrder(await database.readShared((tx) => readBrands(tx)));
}

/** Makes the next look-up read the brands again, after one was written. */
export function forgetBrands(ctx: Pick<AppContext, 'database'>): void {
  kept.delete(ctx.database);
}

export async function findBrandById(ctx: AppContext, id: number): Promise<Brand | undefined> {
  return (await allBrands(ctx)).find((brand) => brand.id === id);
}

/**
 * A brand by its identifier. For `default` or none: the brand of the site with this host name, else the default of the
 * instance.
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
  return defaultOf(ctx.config, brands);
}

/** The brand that is set, else the only one. Among several the visitor has to choose. */
function defaultOf(
  { defaultBrand, mode }: Pick<AppContext['config'], 'defaultBrand' | 'mode'>,
  brands: readonly Brand[],
): Brand | undefined {
  const called = (identifier: string) => brands.find((brand) => brand.identifier === identifier);
  if (defaultBrand !== undefined) return called(defaultBrand);
  if (brands.length === 1) return brands[0];
  return rulesOf(mode).hasDemo ? called(DEMO_BRAND) : undefined;
}

export async function findDefaultBrand(ctx: AppContext): Promise<Brand | undefined> {
  return defaultOf(ctx.config, await allBrands(ctx));
}

/** The brands that a visitor chooses from when an address names none; empty if there is a default brand. */
export async function listBrandsToChoose(ctx: AppContext): Promise<readonly Brand[]> {
  const brands = await allBrands(ctx);
  return defaultOf(ctx.config, brands) === undefined ? brands : [];
}

/** The brands of a programme, in their order. */
export async function brandsOfProgramme(ctx: AppContext, tenantId: number): Promise<readonly Brand[]> {
  return (await allBrands(ctx)).filter((brand) => brand.tenantId === tenantId);
}
