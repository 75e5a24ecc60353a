import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { rulesOf } from '../config/mode.ts';
import type { AppContext } from '../compose/context.ts';
import { complaintFigures, refreshComplaintFigures } from '../features/complaints/public.ts';
import { gatewayFigures, refreshGatewayFigures } from '../features/gateway/public.ts';
import { messageFigures } from '../features/messages/public.ts';
import { purchaseFigures } from '../features/network/public.ts';
import { receiptFigures } from '../features/receipts/public.ts';
import { processorFigures } from '../features/processors/public.ts';
import { refreshWebhookFigures, webhookFigures } from '../features/webhooks/public.ts';
import { refuse } from './fault.ts';
import { openStandbyFigures } from './standby-figures.ts';
import { openWorkFigures } from './work-state.ts';

/** Metrics of the process, shared by all apps of a process because the collector cannot be stopped. */
let processFigures: Registry | undefined;

function processRegistry(): Registry {
  if (!processFigures) {
    processFigures = new Registry();
    collectDefaultMetrics({ register: processFigures });
  }
  return processFigures;
}

/** Compares digests, so that timing does not reveal how much of the token is correct. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

/**
 * Counts and times every response by operation and serves the metrics at /metrics. Requires the token if one is set;
 * otherwise open in the sandbox and closed in production. Monitoring connects directly: a request through a proxy is
 * answered as not found, however its address is written.
 */
export function serveMetrics(app: FastifyInstance, ctx: AppContext): void {
  const { live, config, dueWork, outside } = ctx;
  const registry = new Registry();
  new Gauge({
    name: 'wattle_instance',
    help: 'Always 1; its label says the mode of the instance.',
    labelNames: ['mode'],
    registers: [registry],
  }).set({ mode: config.mode }, 1);
  new Gauge({
    name: 'wattle_live_streams',
    help: 'Open streams of live updates.',
    registers: [registry],
    collect() {
      this.set(live.countStreams());
    },
  });
  new Gauge({
    name: 'wattle_database_connections',
    help: 'Connections of a pool that are in use, calls that wait for one, and how many there may be.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, database] of [
        ['calls', ctx.database],
        ['network', ctx.reserved],
      ] as const) {
        const { most, inUse, waiting } = database.connections();
        this.set({ pool, state: 'most' }, most);
        this.set({ pool, state: 'in use' }, inUse);
        this.set({ pool, state: 'waiting' }, waiting);
      }
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
    // Route patterns only: labels from requested URLs would have unbounded cardinality.
    const operation = request.routeOptions.config.operation ?? request.routeOptions.url ?? 'unmatched';
    requests.inc({ operation, status: String(reply.statusCode) });
    durations.observe({ operation }, reply.elapsedTime / 1000);
    done();
  });
  const work = openWorkFigures(ctx);
  const standby = openStandbyFigures(ctx);
  const { metricsToken } = config;
  if (metricsToken === undefined && !rulesOf(config.mode).isOpen) return;
  app.get('/metrics', async (request, reply) => {
    if (request.isProxied) return refuse(reply, 'not_found');
    if (metricsToken !== undefined && !isBearer(request.headers.authorization, metricsToken)) {
      return refuse(reply, 'bad_bearer');
    }
    await Promise.all([
      work.refresh(),
      standby.refresh(),
      refreshWebhookFigures(ctx),
      refreshGatewayFigures(ctx),
      refreshComplaintFigures(ctx),
    ]);
    const all = Registry.merge([
      processRegistry(),
      registry,
      dueWork.figures.registry,
      messageFigures,
      receiptFigures,
      processorFigures,
      purchaseFigures,
      webhookFigures,
      gatewayFigures,
      complaintFigures,
      work.registry,
      standby.registry,
      outside.figures,
    ]);
    // Series of staging are told apart from those of production, wherever they meet.
    if (rulesOf(config.mode).isRehearsal) all.setDefaultLabels({ mode: config.mode });
    return reply.type(all.contentType).send(await all.metrics());
  });
}
