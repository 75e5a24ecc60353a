import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { rulesOf } from '../config/mode.ts';
import type { Rate } from '../config/config.ts';
import type { AppContext } from '../compose/context.ts';
import { addressBlock, countCallOf } from '../features/lockouts/public.ts';
import { brandIdentifierOf, serveBrandAssets, serveInstalled, serveWellKnown } from '../features/brands/public.ts';
import { serveIdentityFrame } from '../features/identity/public.ts';
import { serveGatewayPages } from '../features/gateway/public.ts';
import { serveReceipts } from '../features/receipts/public.ts';
import { serveProcessors } from '../features/processors/public.ts';
import { serveInstantNotices } from '../features/settlement/public.ts';
import { serveDocument } from '../features/downloads/public.ts';
import { deskCommands } from '../compose/desk-commands.ts';
import type { DeskCommands } from '../features/desk/public.ts';
import { routes as allRoutes } from '../compose/routes.ts';
import { logAnswers } from './access-log.ts';
import { serveApiDocs } from './api-docs.ts';
import { bindDesk } from './bind-desk.ts';
import { admitToDesk } from './desk-admission.ts';
import { serveDeskPages } from './desk-pages.ts';
import { bindRoutes, type BindTools } from './bind.ts';
import { OutsideUnavailable } from '../outside/outside-unavailable.ts';
import { noteClientAddress } from '../platform/sealed-log/client-address.ts';
import { Busy } from '../platform/busy.ts';
import { describeBug, letBodyPass, nameOf, refuse } from './fault.ts';
import type { Route } from './handle.ts';
import { forwardRefused, forwardRequests } from './forward.ts';
import { addSecurityHeaders, closedHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { readForwarded } from './forwarded.ts';
import { warnOfUntrustedProxies } from './untrusted-proxies.ts';
import { serveMetrics } from './metrics.ts';
import { answerNoHttp, LONGEST_READ_HEAD, refuseLargeHeads } from './no-http.ts';
import { routablePageUrl, servePages } from './pages.ts';
import { traceRequests } from './trace-requests.ts';
import { serveSandboxProcessors } from './sandbox-processors.ts';
import { serveStagingMark } from './staging-mark.ts';

/** Maximum body size; no valid request is larger. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** Maximum time for a client to send its request. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node checks for slow requests. The default of 30 s would let them live that much longer. */
const CHECK_CONNECTIONS_EVERY_MS = 2_000;
const NO_BODY = Buffer.alloc(0);

export type AppOptions = {
  /** Overrides the product's routes, for tests of the binder. */
  readonly routes?: readonly Route[];
  /** Overrides the product's desk commands. */
  readonly commands?: DeskCommands;
  /** Folder of the built web app; defaults to the workspace's build. */
  readonly webFolder?: string;
  /** The same of the desk in a browser. */
  readonly deskFolder?: string;
};

/** Builds the HTTP server: API, card network, pages, pictures, health. Ready for `listen` or `inject`. */
export async function buildApp(ctx: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const rules = rulesOf(ctx.config.mode);
  const routes = (options.routes ?? allRoutes).filter(
    (route) => rules.showsMessages !== 'no one' || !route.options.isSandboxOnly,
  );
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answerThrown(ctx, error, request, reply);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
      maxHeaderSize: LONGEST_READ_HEAD,
    },
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => routablePageUrl(url),
    clientErrorHandler: answerNoHttp,
    // Runs before routing: hooks do not run for a URL that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      reply.headers(closedHeaders(request.id));
      // A file name that cannot be decoded does not exist, whereas for a call it is a malformed request.
      if (/^\/assets\//i.test(request.url)) return refuse(reply, 'not_found');
      return fail(error, request, reply);
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  app.setErrorHandler(async (error, request, reply) => {
    if (!(await forwardRefused(ctx, error, request, reply))) fail(error, request, reply);
    return reply;
  });
  app.decorateRequest('rawBody', null as unknown as Buffer);
  refuseLargeHeads(app);
  addSecurityHeaders(app, ctx.config.mode);
  readForwarded(app);
  traceRequests(app, ctx.config.tracing);
  keepRawBody(app);

  logAnswers(app, ctx.log);
  warnOfUntrustedProxies(app, ctx.log);
  admitToDesk(app, ctx);
  forwardRequests(app, ctx);
  serveMetrics(app, ctx);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(cookie);
  await app.register(rateLimit, { global: false });

  // Streams never end by themselves, so closing would wait forever.
  app.addHook('preClose', async () => ctx.live.endStreams());
  const countCall = callCounter(app, ctx);
  bindRoutes(app, ctx, routes, { brandIdentifierOf, countCall, serveDocument });
  bindDesk(app, ctx, options.commands ?? deskCommands, { countCall });
  // API documentation is for who develops.
  if (rules.isOpen) serveApiDocs(app, routes);
  await serveDeskPages(app, ctx, options.deskFolder);
  serveStagingMark(app, ctx);
  serveHealth(app, ctx);
  serveBrandAssets(app, ctx);
  serveInstalled(app, ctx);
  serveWellKnown(app, ctx);
  serveIdentityFrame(app, ctx);
  serveGatewayPages(app, ctx, { countCall });
  serveProcessors(app, ctx);
  serveInstantNotices(app, ctx);
  serveReceipts(app, ctx, { countCall });
  serveSandboxProcessors(app, ctx);
  await servePages(app, ctx, options.webFolder);
  await app.ready();
  return app;
}

/** Keeps bodies as bytes. They are parsed after authentication, and signatures cover the raw bytes. */
function keepRawBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, _reply, done) => {
    request.rawBody = NO_BODY;
    request.arrivedAt = performance.now();
    // Card network and processors have fixed addresses, and purchases need no additional row.
    if (!/^\/(network|processors)\//i.test(request.url)) noteClientAddress(request.id, request.ip);
    done();
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, undefined);
  });
}

/**
 * Rate limits per address are counted in the database, across all servers. Each server checks its local count
 * first, so that a flood does not load the database.
 */
function callCounter(app: FastifyInstance, ctx: AppContext): BindTools['countCall'] {
  const counters = new Map(
    Object.entries(ctx.config.rates).map(([name, rates]) => [
      name,
      rates.map(({ most, windowMs }: Rate) =>
        app.createRateLimit({
          max: most,
          timeWindow: windowMs,
          keyGenerator: (request) => `${name} ${windowMs} ${addressBlock(request.ip)}`,
        }),
      ),
    ]),
  );
  return async (name, request) => {
    for (const count of counters.get(name) ?? []) {
      const own = await count(request);
      if (!own.isAllowed && own.isExceeded) throw new Busy(`${name} of one address`, Math.max(1, own.ttlInSeconds));
    }
    const waitS = await countCallOf(ctx, name, request.ip);
    if (waitS > 0) throw new Busy(`${name} of one address`, waitS);
  };
}

function answerThrown(ctx: AppContext, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const name = nameOf(error);
  const fields = { requestId: request.id, operation: request.routeOptions.config?.operation, bug: describeBug(error) };
  if (name === 'body_too_large') letBodyPass(request, reply);
  if (name === 'unexpected') ctx.log.error(fields, 'a call failed');
  if (error instanceof OutsideUnavailable) ctx.log.warn(fields, 'another system is away');
  else if (name === 'unavailable') ctx.log.warn(fields, 'the database is away');
  return refuse(reply, name, undefined, error instanceof Busy ? error.retryAfterS : undefined);
}
