import type { BrandView } from '@wattle/contract/brands/brand.ts';
import type { AppContext } from '../../compose/context.ts';
import { isDatabaseAway } from '../../platform/database/database-fault.ts';
import { iconVersion } from './app-icon.ts';
import type { Brand } from './brand-settings.ts';
import { readUpdateTimes } from './brand.store.ts';
import { type BrandChoice, toBrandChoice, toBrandView } from './brand.view.ts';
import { findBrand, findBrandById, forgetBrands, listBrandsToChoose } from './find-brand.ts';

/** Parts of a brand that a page needs before any script runs. */
export type BrandPage = {
  readonly view: BrandView;
  readonly themeColour: string | undefined;
  /** The brand's stylesheet. */
  readonly tokens: string;
  /** Version of the icons of the installed app. */
  readonly iconVersion: string;
};

/** The brand on the wire, with the time of its latest change. */
export async function viewBrand(ctx: AppContext, brand: Brand): Promise<BrandView> {
  return (await pageOf(ctx, brand)).view;
}

/**
 * The copy in memory may be a moment old, but the time of the change may not: old settings with a new time would never
 * be fetched again. So the brand is read again where its time has changed.
 */
async function pageOf(ctx: AppContext, kept: Brand): Promise<BrandPage> {
  const times = await ctx.database
    .read(kept.tenantId, (tx) => readUpdateTimes(tx, kept.tenantId, kept.id))
    // The brand came from a standby. Its page is shown although no primary can tell when it last changed.
    .catch((error: unknown) => {
      if (!ctx.replica || !isDatabaseAway(error)) throw error;
      return undefined;
    });
  let brand = kept;
  if (times && times.brand !== kept.updatedAt) {
    forgetBrands(ctx);
    brand = (await findBrandById(ctx, kept.id)) ?? kept;
  }
  return {
    view: toBrandView(brand, times?.latest ?? brand.updatedAt),
    themeColour: brand.themeColour,
    tokens: brand.tokens,
    iconVersion: iconVersion(brand),
  };
}

/** The brand of an address; undefined if its segment names none. */
export async function findBrandPage(
  ctx: AppContext,
  segment: string | undefined,
  host: string,
): Promise<BrandPage | undefined> {
  const brand = await findBrand(ctx, segment, host);
  return brand && pageOf(ctx, brand);
}

/** Brands that the page of an address without a brand offers, where no brand is the default. */
export async function listBrandChoices(ctx: AppContext): Promise<readonly BrandChoice[]> {
  return (await listBrandsToChoose(ctx)).map(toBrandChoice);
}
