import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import { refuse } from '../../http/fault.ts';
import { findBrand } from './find-brand.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 asks for less than a year. A file that is no longer served ends soon. */
const GOOD_FOR_DAYS = 30;

/**
 * Addresses of RFC 8615 for the brand of the host: where a fault of security is reported (RFC 9116), and, for password
 * managers, where a password is changed. Without a contact of the brand there is no `security.txt`.
 */
export function serveWellKnown(app: FastifyInstance, ctx: AppContext): void {
  app.get('/.well-known/security.txt', async (request, reply) => {
    const brand = await findBrand(ctx, undefined, request.hostname.toLowerCase());
    const contact = brand?.settings.SecurityContact ?? null;
    if (!brand || contact === null) return refuse(reply, 'not_found');
    // The same for a day, so that it may be kept.
    const now = ctx.clocks.security.now();
    const expires = new Date(now - (now % DAY_MS) + GOOD_FOR_DAYS * DAY_MS).toISOString();
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en, zh'];
    return reply
      .header('Cache-Control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
  app.get('/.well-known/change-password', async (request, reply) => {
    const brand = await findBrand(ctx, undefined, request.hostname.toLowerCase());
    return brand ? reply.redirect('/myAccount', 302) : refuse(reply, 'not_found');
  });
}
