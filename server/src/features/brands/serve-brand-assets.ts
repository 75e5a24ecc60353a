import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import { findAssetOfVersion } from './brand-asset.ts';
import { findBrandAsset } from './brand.store.ts';
import { findBrand } from './find-brand.ts';

type Address = { Params: { identifier: string; name: string }; Querystring: { v?: string } };

const NAME = /^[a-z\d.-]{1,80}$/;
const VERSION = /^[0-9a-f]{16}$/;

/**
 * Stylesheet and pictures of a brand. Addresses with a version may be cached permanently, and answer the bytes of that
 * version alone.
 */
export function serveBrandAssets(app: FastifyInstance, ctx: AppContext): void {
  app.get<Address>('/assets/brands/:identifier/:name', async (request, reply) => {
    const { identifier, name } = request.params;
    const { v: asked = '' } = request.query;
    const brand = await findBrand(ctx, identifier.toLowerCase(), request.hostname);
    if (!brand || !NAME.test(name)) return reply.callNotFound();
    const pinned = VERSION.test(asked) ? await findAssetOfVersion(ctx, brand, name, asked) : undefined;
    const asset = pinned ?? (await ctx.database.readShared((tx) => findBrandAsset(tx, brand.id, name)));
    if (!asset) return reply.callNotFound();
    reply.headers({
      'Cache-Control': pinned ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: `"${asset.version}"`,
    });
    if (request.headers['if-none-match'] === `"${asset.version}"`) return reply.status(304).send();
    return reply.type(asset.contentType).send(asset.body);
  });
}
