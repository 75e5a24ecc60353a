import type { Tx } from '../../../platform/database/database.ts';
import { brandIdentifier, type DeskRefusal, refused, wholeNumber } from '../../desk/public.ts';
import { type BrandContent, type BrandFileSet, contentOf } from './brand-content.domain.ts';
import { readProduct } from './brand-product.ts';
import { filesOfVersion, hashOf, liveVersion, versionOf } from './brand-versions.ts';
import { type BrandParts, partsOf } from './brand-parts.domain.ts';
import { type BrandRef, type BrandVersion, findBrandRef, findInState } from './version.store.ts';

export const versionNumber = wholeNumber(1, 1_000_000);

/** Inputs of commands that read a version: without its number the open draft, else the published one. */
export const versionInput = { brand: brandIdentifier, version: versionNumber.optional() };

export type ChosenVersion = {
  readonly ok: true;
  readonly brand: BrandRef;
  readonly version: BrandVersion;
  readonly live: BrandVersion;
  readonly files: BrandFileSet;
  /** Object of the audit log. */
  readonly object: string;
};

export const objectOf = ({ id }: Pick<BrandRef, 'id'>): string => `brand:${id}`;

/** The version that a command is about, with its files. */
export async function chooseVersion(
  tx: Tx,
  tenantId: number,
  { brand: identifier, version: number }: { readonly brand: string; readonly version?: number | undefined },
): Promise<ChosenVersion | DeskRefusal> {
  const brand = await findBrandRef(tx, tenantId, identifier);
  if (!brand) return refused('not_found', { field: 'brand' });
  const live = await liveVersion(tx, brand);
  const version =
    number === undefined ? ((await findInState(tx, brand, 'draft')) ?? live) : await versionOf(tx, brand, number);
  const object = objectOf(brand);
  if (!version) return refused('not_found', { field: 'version', object });
  return { ok: true, brand, version, live, files: await filesOfVersion(tx, brand, version), object };
}

/** Content of files, which is read with the product's tokens. */
export async function readContent(files: BrandFileSet): Promise<BrandContent> {
  return contentOf(files, (await readProduct()).tokens);
}

export async function readParts(files: BrandFileSet): Promise<BrandParts> {
  return partsOf(await readContent(files), hashOf);
}

/** Parts of the published version, to compare with. */
export async function liveParts(tx: Tx, { brand, live }: Pick<ChosenVersion, 'brand' | 'live'>): Promise<BrandParts> {
  return readParts(await filesOfVersion(tx, brand, live));
}
