import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log.ts';

/**
 * Logs one line per response, with the route pattern. Never logs the requested URL, its query or a body: they
 * contain tokens, card numbers and codes.
 */
export function logAnswers(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    const fields = {
      requestId: request.id,
      ...(request.span && { traceId: request.span.traceId }),
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      ...(operation !== undefined && { operation }),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (operation === undefined && reply.statusCode < 500) log.debug(fields, 'answered');
    else log.info(fields, 'answered');
    done();
  });
}
