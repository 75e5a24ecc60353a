import { inEachLanguage } from '@wattle/contract/rules/languages.ts';
import { type Mode, rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import { productStylesheet, readFolder } from '../../platform/folder.ts';
import { allProductTexts } from '../../platform/text/texts.ts';
import { type CheckedBrand, checkBrandFiles, type Product } from './brand-file.ts';
import { findDemoInBrand, findLeftInBrand } from './demo-brands.ts';
import { BrandFileError, type BrandFinding } from './brand-finding.ts';
import { findConflicts, writeBrand } from './brand-import.store.ts';
import { forgetBrands } from './find-brand.ts';
import { readProductTokens } from './stylesheet.domain.ts';

export type ImportedBrand = {
  readonly id: number;
  readonly tenantId: number;
  readonly identifier: string;
  readonly isChanged: boolean;
  readonly site: string;
  /** Texts of the demo that it still has, in production. */
  readonly left: readonly BrandFinding[];
};

async function readProduct(): Promise<Product> {
  return {
    texts: inEachLanguage(allProductTexts),
    tokens: readProductTokens(await productStylesheet()),
  };
}

/** Faults of the files of `folder` by themselves, without a database. Production refuses demo brands. */
export async function checkBrand(folder: string, mode: Mode = 'sandbox'): Promise<CheckedBrand> {
  const checked = checkBrandFiles(await readFolder(folder, 'brand.json'), await readProduct());
  const demo = !rulesOf(mode).hasDemo && checked.identity ? findDemoInBrand(checked.identity.identifier) : [];
  return demo.length === 0 ? checked : { ...checked, findings: [...checked.findings, ...demo], brand: undefined };
}

/**
 * Stores the brand whose files are in `folder`, with its tenant where that is new. Importing the same files again
 * changes nothing. Throws BrandFileError with all faults without having written anything.
 */
export async function importBrand(
  ctx: Pick<AppContext, 'database' | 'clocks'>,
  folder: string,
  mode: Mode = 'sandbox',
): Promise<ImportedBrand> {
  const { findings, identity, brand } = await checkBrand(folder, mode);
  if (!brand || !identity) {
    const conflicts = identity ? await ctx.database.readShared((tx) => findConflicts(tx, identity)) : [];
    throw new BrandFileError(folder, [...findings, ...conflicts]);
  }
  const isChanged = await ctx.database.transact(brand.tenant.id, async (tx) => {
    const conflicts = await findConflicts(tx, identity);
    if (conflicts.length > 0) throw new BrandFileError(folder, conflicts);
    return writeBrand(tx, brand, ctx.clocks);
  });
  forgetBrands(ctx);
  const left = !rulesOf(mode).hasDemo ? findLeftInBrand(brand) : [];
  const { BrandUrl: site } = brand.settings;
  return { id: brand.id, tenantId: brand.tenant.id, identifier: brand.identifier, isChanged, site, left };
}
