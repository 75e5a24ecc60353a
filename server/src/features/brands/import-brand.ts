import type { AppContext } from '../../context.ts';
import { readFolder } from '../../platform/folder.ts';
import { BrandFileError, readBrandFiles } from './brand-file.ts';
import { writeBrand } from './brand-import.store.ts';
import { forgetBrands } from './find-brand.ts';

export type ImportedBrand = {
  readonly id: number;
  readonly tenantId: number;
  readonly identifier: string;
  readonly isChanged: boolean;
};

/**
 * Stores the brand whose files lie in `folder`, with its tenant where that is new. Importing the
 * same files again changes nothing. Throws BrandFileError naming file, key and reason.
 */
export async function importBrand(
  ctx: Pick<AppContext, 'database' | 'clocks'>,
  folder: string,
): Promise<ImportedBrand> {
  const files = await naming(folder, async () => readBrandFiles(await readFolder(folder)));
  const isChanged = await naming(folder, () =>
    ctx.database.transact(files.tenant.id, (tx) => writeBrand(tx, files, ctx.clocks.business.now())),
  );
  forgetBrands(ctx);
  return { id: files.id, tenantId: files.tenant.id, identifier: files.identifier, isChanged };
}

async function naming<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrandFileError) throw new BrandFileError(`${folder}/${error.message}`, { cause: error });
    throw error;
  }
}
