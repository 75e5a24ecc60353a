import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../compose/context.ts';
import { refuse } from '../../../http/fault.ts';
import { NOTICED } from './read-movements.due.ts';

/** The largest notice of the bank. */
const BODY_LIMIT_BYTES = 256 * 1024;
/** Notices that come together ask for one reading. */
const TOGETHER_MS = 1_000;

/**
 * Serves the notices of the bank for instant payments. They come more than once, in any order or not at all, so a notice
 * is believed in nothing: it makes the server read the movements sooner.
 */
export function serveInstantNotices(app: FastifyInstance, ctx: AppContext): void {
  app.post<{ Params: { readonly programme: string } }>(
    '/network/instant-notices/:programme',
    { bodyLimit: BODY_LIMIT_BYTES, config: { operation: 'instantNotices' } },
    async ({ params, headers, rawBody }, reply) => {
      const tenantId = /^[1-9]\d{0,8}$/.test(params.programme) ? Number(params.programme) : undefined;
      const bank = tenantId === undefined ? undefined : ctx.outside.instant(tenantId);
      if (tenantId === undefined || !bank?.incoming?.isFromBank(headers, rawBody)) return refuse(reply, 'bad_bearer');
      // A reading that has begun may miss what the notice is about: the next one is begun after it.
      const dueAt = (Math.floor(ctx.clocks.security.now() / TOGETHER_MS) + 1) * TOGETHER_MS;
      await ctx.database.transact(tenantId, (tx) =>
        ctx.dueWork.enqueue(tx, NOTICED, { tenantId, key: String(dueAt), dueAt, payload: {} }),
      );
      return reply.type('application/json; charset=utf-8').send(JSON.stringify({ received: true }));
    },
  );
}
