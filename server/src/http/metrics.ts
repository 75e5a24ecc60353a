import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContext } from '../context.ts';

/** Figures of the process itself. One for all apps of a process: the collector cannot be stopped. */
let processFigures: Registry | undefined;

function processRegistry(): Registry {
  if (!processFigures) {
    processFigures = new Registry();
    collectDefaultMetrics({ register: processFigures });
  }
  return processFigures;
}

/** Counts and times every answer by operation, and serves the figures at /metrics. */
export function serveMetrics(app: FastifyInstance, { live }: Pick<AppContext, 'live'>): void {
  const registry = new Registry();
  new Gauge({
    name: 'wattle_live_streams',
    help: 'Open streams of live updates.',
    registers: [registry],
    collect() {
      this.set(live.countStreams());
    },
  });
  const requests = new Counter({
    name: 'wattle_http_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'wattle_http_request_duration_seconds',
    help: 'Time from the first byte to the answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Patterns only: a label made of what was asked for would grow without end.
    const operation = request.routeOptions.config.operation ?? request.routeOptions.url ?? 'unmatched';
    requests.inc({ operation, status: String(reply.statusCode) });
    durations.observe({ operation }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_request, reply) => {
    const all = Registry.merge([processRegistry(), registry]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}
