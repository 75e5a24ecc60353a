import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import { ERRORS } from '@wattle/contract/errors.ts';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { addressBlock, countSignInOf } from '../features/access/public.ts';
import { brandIdentifierOf, serveBrandAssets } from '../features/brands/public.ts';
import { routes as allRoutes } from '../routes.ts';
import { logAnswers } from './access-log.ts';
import { serveApiDocs } from './api-docs.ts';
import { bindRoutes } from './bind.ts';
import { describeBug, nameOf, refuse } from './fault.ts';
import type { Route } from './handle.ts';
import { addSecurityHeaders, closedHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { serveMetrics } from './metrics.ts';
import { servePages } from './pages.ts';

/** Nothing on this wire is long. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** A client that takes longer to send its request is holding a socket, not using it. */
const REQUEST_TIMEOUT_MS = 30_000;
const MINUTE_MS = 60_000;
const NO_BODY = Buffer.alloc(0);

export type AppOptions = {
  /** Other routes than the product's, for tests of the binder. */
  readonly routes?: readonly Route[];
  /** The built web app; the workspace's own unless given. */
  readonly webFolder?: string;
};

/** The whole HTTP side: API, card network, pages, pictures, health. Ready to listen or to inject into. */
export async function buildApp(ctx: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const isProduction = ctx.config.mode === 'production';
  const routes = (options.routes ?? allRoutes).filter((route) => !(isProduction && route.options.isSandboxOnly));
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answerThrown(ctx, error, request, reply);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerNoHttp,
    // Before routing: no hook runs for an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => fail(error, request, reply.headers(closedHeaders(request.id))),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  app.setErrorHandler(fail);
  app.decorateRequest('rawBody', null as unknown as Buffer);
  keepRawBody(app);

  addSecurityHeaders(app, isProduction);
  logAnswers(app, ctx.log);
  serveMetrics(app, ctx);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(rateLimit, { global: false });

  // A stream has no end of its own: closing would wait for it.
  app.addHook('preClose', async () => ctx.live.endStreams());
  bindRoutes(app, ctx, routes, { brandIdentifierOf, countSignIn: signInCounter(app, ctx) });
  serveApiDocs(app, routes);
  serveHealth(app, ctx);
  serveBrandAssets(app, ctx);
  await servePages(app, ctx, options.webFolder);
  await app.ready();
  return app;
}

/** Bodies are taken as bytes and parsed once the caller is known; a signature is over these bytes. */
function keepRawBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, _reply, done) => {
    request.rawBody = NO_BODY;
    done();
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, undefined);
  });
}

/**
 * Attempts are counted in the database, for all servers together; first each server counts its own, so
 * that a flood costs the database nothing.
 */
function signInCounter(app: FastifyInstance, ctx: AppContext): (request: FastifyRequest) => Promise<number> {
  const count = app.createRateLimit({
    max: ctx.config.signInRate,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => addressBlock(request.ip),
  });
  return async (request) => {
    const own = await count(request);
    if (!own.isAllowed && own.isExceeded) return Math.max(1, own.ttlInSeconds);
    return countSignInOf(ctx, request.ip);
  };
}

/** Bytes that are no HTTP request, or whose headers do not end: answered and hung up on. */
function answerNoHttp(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const body = JSON.stringify({ error: [ERRORS.required_field.code] });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function answerThrown(ctx: AppContext, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const name = nameOf(error);
  const fields = { requestId: request.id, operation: request.routeOptions.config?.operation, bug: describeBug(error) };
  if (name === 'unexpected') ctx.log.error(fields, 'a call failed');
  if (name === 'unavailable') ctx.log.warn(fields, 'the database is away');
  return refuse(reply, name);
}
