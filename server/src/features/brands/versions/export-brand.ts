import type { AppContext } from '../../../compose/context.ts';
import { readFolder, writeFolder } from '../../../platform/folder.ts';
import { BrandFileError } from '../brand-finding.ts';
import { listBrands } from '../find-brand.ts';
import { checkFiles, VERSION_FILE, versionIn } from '../import-brand.ts';
import type { BrandFileSet } from './brand-content.domain.ts';
import { filesOfChecked, filesOfVersion, liveVersion, versionOf } from './brand-versions.ts';
import { findBrandRef, hashesOf } from './version.store.ts';

/**
 * Writes the published version of a brand to a folder, with the number of the version in `.version`. A folder with a
 * change that is in no version is left as it is. Throws BrandFileError for that and for a brand that does not exist.
 *
 * @returns the number of the version
 */
export async function exportBrand(
  { database }: Pick<AppContext, 'database'>,
  identifier: string,
  folder: string,
): Promise<number> {
  const refuse = (reason: string) => new BrandFileError(folder, [{ file: '', key: '', reason }]);
  const brand = (await listBrands(database)).find((one) => one.identifier === identifier);
  if (!brand) throw refuse(`there is no brand ${identifier}`);
  const there = await readFolder(folder, 'brand.json');
  const beganFrom = versionIn(there);
  const { version, files, started } = await database.read(brand.tenantId, async (tx) => {
    const ref = await findBrandRef(tx, brand.tenantId, identifier);
    if (!ref) throw refuse(`there is no brand ${identifier}`);
    const live = await liveVersion(tx, ref);
    const start = beganFrom === undefined ? undefined : await versionOf(tx, ref, beganFrom);
    return { version: live.version, files: await filesOfVersion(tx, ref, live), started: start?.digest };
  });
  if (there.size > 0 && (await digestOfFolder(there)) !== started) {
    throw refuse(
      beganFrom === undefined
        ? 'has a brand that says no version: name an empty folder'
        : `has changes since version ${beganFrom}: import them, or name an empty folder`,
    );
  }
  const removed = [...there.keys()].filter((file) => /\.(svg|png)$/.test(file) && !files.has(file));
  await writeFolder(folder, files, removed);
  await noteVersion(folder, version);
  return version;
}

/** Digest of the files of a folder as a version has them; undefined where they cannot be imported. */
async function digestOfFolder(files: BrandFileSet): Promise<string | undefined> {
  const { brand } = await checkFiles(files, 'sandbox');
  return brand && hashesOf(filesOfChecked(brand)).digest;
}

/** Notes in a folder which version its files are, after they were imported. */
export async function noteVersion(folder: string, version: number): Promise<void> {
  await writeFolder(folder, new Map([[VERSION_FILE, Buffer.from(`${version}\n`)]]));
}
