import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import { findBrandAsset } from './brand.store.ts';
import { findBrand } from './find-brand.ts';

type Address = { Params: { identifier: string; name: string }; Querystring: { v?: string } };

/** Stylesheet and pictures of a brand. Addresses with the current version may be cached permanently. */
export function serveBrandAssets(app: FastifyInstance, ctx: AppContext): void {
  app.get<Address>('/assets/brands/:identifier/:name', async (request, reply) => {
    const { identifier, name } = request.params;
    const brand = await findBrand(ctx, identifier.toLowerCase(), request.hostname);
    const version = brand?.assets.get(name);
    if (!brand || version === undefined) return reply.callNotFound();
    const isPinned = request.query.v === version;
    reply.headers({
      'Cache-Control': isPinned ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: `"${version}"`,
    });
    if (request.headers['if-none-match'] === `"${version}"`) return reply.status(304).send();
    const asset = await ctx.database.readShared((tx) => findBrandAsset(tx, brand.id, name));
    if (!asset) return reply.callNotFound();
    return reply.type(asset.contentType).send(asset.body);
  });
}
