import type { AppContext } from '../../context.ts';
import { findBrandById } from './find-brand.ts';

export type { Brand } from './brand-settings.ts';
export type { BrandPage } from './brand-page.ts';
export { findBrandPage } from './brand-page.ts';
export { findBrand, findBrandById } from './find-brand.ts';
export { importBrand } from './import-brand.ts';
export { serveBrandAssets } from './serve-brand-assets.ts';

/** The identifier of a brand that is known by its number. */
export async function brandIdentifierOf(ctx: AppContext, brandId: number): Promise<string | undefined> {
  return (await findBrandById(ctx, brandId))?.identifier;
}
