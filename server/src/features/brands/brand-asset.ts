import type { AppContext } from '../../compose/context.ts';
import type { Brand } from './brand-settings.ts';
import { type BrandAsset, findBrandAsset } from './brand.store.ts';
import { findPublishedFile } from './versions/version.store.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * A file of a brand in exactly one version: of the version that is published, or of one that was. A page that was loaded
 * before a version was published keeps its own pictures, and no server gives a picture of another version for it.
 */
export async function findAssetOfVersion(
  ctx: AppContext,
  { id, tenantId }: Pick<Brand, 'id' | 'tenantId'>,
  name: string,
  version: string,
): Promise<BrandAsset | undefined> {
  const live = await ctx.database.readShared((tx) => findBrandAsset(tx, id, name));
  if (live?.version === version) return live;
  const path = name.replace(/^card-/, 'cards/');
  const body = await ctx.database.read(tenantId, (tx) => findPublishedFile(tx, { tenantId, id }, path, version));
  return body && { contentType: CONTENT_TYPES[/\.\w+$/.exec(name)?.[0] ?? ''] ?? '', body, version };
}

/** A file of a brand as the brand in hand has it, whatever was published since it was read. */
export async function readBrandAsset(ctx: AppContext, brand: Brand, name: string): Promise<BrandAsset | undefined> {
  const version = brand.assets.get(name);
  return version === undefined ? undefined : findAssetOfVersion(ctx, brand, name, version);
}
