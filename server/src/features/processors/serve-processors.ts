import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import type { HttpAnswer } from '../../outside/processors/port.ts';
import { roadOf } from './road.ts';
import { takeDelivery } from './take-delivery.ts';

/** The largest message that a processor may send. */
const BODY_LIMIT_BYTES = 256 * 1024;

const arrived = new WeakMap<FastifyRequest, number>();

/** Serves what card processors send: `/processors/<connection>/<path>`, raw, because the signature is over the bytes. */
export function serveProcessors(app: FastifyInstance, ctx: AppContext): void {
  // A purchase waits for no other call.
  const asking: AppContext = { ...ctx, database: ctx.reserved };
  app.post<{ Params: { readonly connection: string; readonly '*': string } }>(
    '/processors/:connection/*',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      compress: false,
      config: { operation: 'processor' },
      onRequest: (request, _reply, done) => {
        arrived.set(request, performance.now());
        done();
      },
    },
    async (request, reply) => {
      const { connection, '*': path } = request.params;
      const { headers, rawBody } = request;
      const connected = ctx.processors.byPublicId(connection);
      const arrivedMs = arrived.get(request) ?? performance.now();
      const delivery = { path, headers, rawBody };
      return send(reply, await takeDelivery({ ctx, asking }, connected, delivery, arrivedMs));
    },
  );
  const road = roadOf(ctx);
  // Answers that are not stored yet are stored before the database is left.
  app.addHook('onClose', () => road.settled());
}

function send(reply: FastifyReply, { status, headers, body }: HttpAnswer): FastifyReply {
  return reply.status(status).headers(headers).send(body);
}
