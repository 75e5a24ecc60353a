import { isLanguage, preferredLanguage } from '@wattle/contract/rules/languages.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import { appIcon, iconVersion } from './app-icon.ts';
import { findBrand } from './find-brand.ts';
import { webManifest } from './web-manifest.ts';

type Address = { Params: { name: string; file: string }; Querystring: { v?: string; lang?: string } };

/** Manifest and icons of the app that a visitor installs, by the brand of the page. */
export function serveInstalled(app: FastifyInstance, ctx: AppContext): void {
  app.get<Address>('/assets/installed/:name/:file', async (request, reply) => {
    const { name, file } = request.params;
    const named = name.toLowerCase();
    const brand = await findBrand(ctx, named, request.hostname.toLowerCase());
    if (!brand) return reply.callNotFound();
    if (file === 'manifest.webmanifest') {
      const { lang } = request.query;
      const accepted = preferredLanguage((request.headers['accept-language'] ?? '').split(','));
      const prefix = named === 'default' ? '' : `/${brand.identifier}`;
      return reply
        .headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language' })
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(webManifest(brand, prefix, isLanguage(lang) ? lang : accepted, ctx.config.mode)));
    }
    const icon = await appIcon(ctx, brand, file);
    if (!icon) return reply.callNotFound();
    const isPinned = request.query.v === iconVersion(brand);
    return reply
      .header('Cache-Control', isPinned ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type('image/png')
      .send(icon);
  });
}
