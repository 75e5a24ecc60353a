import { type Mode, rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import { readFolder } from '../../platform/folder.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { type CheckedBrand, checkBrandFiles } from './brand-file.ts';
import { findDemoInBrand, findLeftInBrand } from './demo-brands.ts';
import { BrandFileError, type BrandFinding } from './brand-finding.ts';
import { findConflicts } from './brand-import.store.ts';
import { forgetBrands } from './find-brand.ts';
import { readProduct } from './versions/brand-product.ts';
import { liveVersion, publishImported } from './versions/brand-versions.ts';
import { type BrandVersion, findBrandRef, lockBrand } from './versions/version.store.ts';

export type ImportedBrand = {
  readonly id: number;
  readonly tenantId: number;
  readonly identifier: string;
  readonly isChanged: boolean;
  /** The version that is published now. */
  readonly version: number;
  /** The version that the folder began from, where it says so. */
  readonly beganFrom: number | undefined;
  readonly site: string;
  /** Texts of the demo that it still has, in production. */
  readonly left: readonly BrandFinding[];
};

export type ImportOptions = {
  /** A brand that was published at the desk stays as it is, without a fault: the demo starts over. */
  readonly keepsDesk?: boolean;
};

/** File in a folder with the version that it was exported from or imported as. */
export const VERSION_FILE = '.version';

/** The version that the files of a folder began from; undefined: the folder does not say. */
export function versionIn(files: ReadonlyMap<string, Buffer>): number | undefined {
  const said = files.get(VERSION_FILE)?.toString('utf8');
  return said !== undefined && /^[1-9]\d{0,8}\s*$/.test(said) ? Number(said) : undefined;
}

/** Faults of files of a brand by themselves, without a database. Production refuses demo brands. */
export async function checkFiles(files: ReadonlyMap<string, Buffer>, mode: Mode): Promise<CheckedBrand> {
  const checked = checkBrandFiles(files, await readProduct());
  const demo = !rulesOf(mode).hasDemo && checked.identity ? findDemoInBrand(checked.identity.identifier) : [];
  return demo.length === 0 ? checked : { ...checked, findings: [...checked.findings, ...demo], brand: undefined };
}

/** The same for the files of a folder. */
export async function checkBrand(folder: string, mode: Mode = 'sandbox'): Promise<CheckedBrand> {
  return checkFiles(await readFolder(folder, 'brand.json'), mode);
}

/** Why a folder would overwrite a version that it did not begin from; undefined: it would not. */
function overwritten({ version, origin }: BrandVersion, beganFrom: number | undefined): string | undefined {
  const way = 'write that version to a folder by npm run brands -- export, and make the change there';
  if (beganFrom !== undefined && beganFrom !== version)
    return `began from version ${beganFrom}, and version ${version} is published: ${way}`;
  if (beganFrom === undefined && origin === 'desk')
    return `is missing, and version ${version} was made at the desk: ${way}`;
  return undefined;
}

/** The version at the desk stays, because the folder did not begin from it. */
class DeskIsKept extends Error {
  readonly version: number;
  constructor(version: number) {
    super('the version of the desk is kept');
    this.version = version;
  }
}

/**
 * Stores the brand whose files are in `folder`, with its tenant where that is new, as its next version. Importing the
 * same files again changes nothing. Throws BrandFileError with all faults without having written anything.
 */
export async function importBrand(
  ctx: Pick<AppContext, 'database' | 'clocks'>,
  folder: string,
  mode: Mode = 'sandbox',
  { keepsDesk = false }: ImportOptions = {},
): Promise<ImportedBrand> {
  const files = await readFolder(folder, 'brand.json');
  const { findings, identity, brand } = await checkFiles(files, mode);
  if (!brand || !identity) {
    const conflicts = identity ? await ctx.database.readShared((tx) => findConflicts(tx, identity)) : [];
    throw new BrandFileError(folder, [...findings, ...conflicts]);
  }
  const tenantId = brand.tenant.id;
  const beganFrom = versionIn(files);
  const stored = await ctx.database
    .transact(tenantId, async (tx) => {
      const conflicts = await findConflicts(tx, identity);
      if (conflicts.length > 0) throw new BrandFileError(folder, conflicts);
      await lockBrand(tx, { tenantId, id: brand.id });
      const known = await findBrandRef(tx, tenantId, brand.identifier);
      const live = known && (await liveVersion(tx, known));
      const by = { by: 'import', atMs: ctx.clocks.business.now(), clocks: ctx.clocks };
      const published = await publishImported(tx, brand, known, by);
      const fault = published.isChanged && live ? overwritten(live, beganFrom) : undefined;
      // Both roll back what was written.
      if (fault !== undefined && live && keepsDesk) throw new DeskIsKept(live.version);
      if (fault !== undefined) throw new BrandFileError(folder, [{ file: VERSION_FILE, key: '', reason: fault }]);
      if (published.isChanged) {
        audit(tx, ctx.clocks, {
          tenantId,
          actor: 'system',
          action: 'brand.imported',
          object: `brand:${brand.id}`,
          outcome: 'ok',
          details: { version: published.version },
        });
      }
      return published;
    })
    .catch((error: unknown) => {
      if (error instanceof DeskIsKept) return { version: error.version, isChanged: false };
      throw error;
    });
  forgetBrands(ctx);
  const left = !rulesOf(mode).hasDemo ? findLeftInBrand(brand) : [];
  const { BrandUrl: site } = brand.settings;
  return { id: brand.id, tenantId, identifier: brand.identifier, ...stored, beganFrom, site, left };
}
