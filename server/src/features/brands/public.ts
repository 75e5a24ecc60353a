import type { AppContext } from '../../compose/context.ts';
import type { Brand } from './brand-settings.ts';
import { findBrandById } from './find-brand.ts';

export type { Brand } from './brand-settings.ts';
export type { BrandPage } from './brand-page.ts';
export type { BrandChoice } from './brand.view.ts';
export { findBrandPage, listBrandChoices } from './brand-page.ts';
export { refuseUnknownDefault } from './refuse-unknown-default.ts';
export type { BrandWords } from './brand-words.ts';
export { brandWords } from './brand-words.ts';
export { isStateOf, wrongAddressField } from './countries.ts';
export { isCountry, isPostCodeOf, restoredPostCode } from './postal-address.ts';
export { demoWordIn, findLeftInBrand, isDemoBrand } from './demo-brands.ts';
export { documentLook } from './document-look.ts';
export { findSiteElsewhere } from './site-elsewhere.ts';
export { readBrandAsset } from './brand-asset.ts';
export { assetAddress } from './brand.view.ts';
export { brandsOfProgramme, findBrand, findBrandById, listBrands } from './find-brand.ts';
export { BrandFileError, type FindingIn, lineOf } from './brand-finding.ts';
export { wordsOfIssues } from './json-faults.ts';
export { holdsHtml } from './wording.domain.ts';
export { checkBrand, importBrand } from './import-brand.ts';
export { exportBrand, noteVersion } from './versions/export-brand.ts';
export { serveBrandAssets } from './serve-brand-assets.ts';
export { serveWellKnown } from './serve-well-known.ts';
export { serveInstalled } from './serve-installed.ts';
export { installedFolder } from './web-manifest.ts';

/** Country in which people of a brand write their phone numbers. */
export function countryOf(brand: Brand | undefined): string {
  return brand?.settings.DefaultCountry ?? 'AU';
}

/** The identifier of a brand that is known by its number. */
export async function brandIdentifierOf(ctx: AppContext, brandId: number): Promise<string | undefined> {
  return (await findBrandById(ctx, brandId))?.identifier;
}
