import type { BrandView } from '@wattle/contract/brands/get-brand.ts';
import type { AppContext } from '../../context.ts';
import type { Brand } from './brand-settings.ts';
import { readUpdateTime } from './brand.store.ts';
import { toBrandView } from './brand.view.ts';
import { findBrand } from './find-brand.ts';

/** What a page of a brand needs before any script runs. */
export type BrandPage = { readonly view: BrandView; readonly themeColour: string | undefined };

/** The brand as the wire shows it, with the time of its latest change. */
export async function viewBrand(ctx: AppContext, brand: Brand): Promise<BrandView> {
  const at = await ctx.database.read(brand.tenantId, (tx) => readUpdateTime(tx, brand.tenantId, brand.id));
  return toBrandView(brand, at ?? brand.updatedAt);
}

/** The brand of an address; undefined where its segment names none. */
export async function findBrandPage(
  ctx: AppContext,
  segment: string | undefined,
  host: string,
): Promise<BrandPage | undefined> {
  const brand = await findBrand(ctx, segment, host);
  return brand && { view: await viewBrand(ctx, brand), themeColour: brand.themeColour };
}
