import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESERVED_HEADS, ROUTE_HEADS } from '@wattle/contract/route-heads.ts';
import type { AppContext } from '../compose/context.ts';
import { TenantElsewhere } from '../platform/database/database.ts';
import { UnknownHere } from '../platform/tenant-places.ts';
import { readBearer } from './auth.ts';
import { describeBug, refuse } from './fault.ts';

/** Header that names the cluster which forwarded a request. Such a request is not forwarded again. */
export const FORWARDED = 'wattle-handed-on';

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers about the caller that are set again. */
const NOT_PASSED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  FORWARDED,
]);
const EVENT_STREAM = /^text\/event-stream/i;
/** Time limit for the start of a response; a stream may last longer. */
const BEGINS_WITHIN_MS = 30_000;

const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the call contacts another system before it writes, so it is not repeated elsewhere. */
    callsOutside?: boolean;
  }
}

/** Forwards requests for tenants of other clusters unchanged, reading only the tenant. */
export function forwardRequests(app: FastifyInstance, ctx: AppContext): void {
  const { places } = ctx;
  if (!places) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[FORWARDED] !== undefined) return undefined;
    const cluster = await clusterNamed(ctx, request);
    if (cluster === undefined) return undefined;
    await forward(ctx, cluster, request, reply, request.raw);
    return reply;
  });
  // Streams never end by themselves, so this server would wait for them.
  app.addHook('preClose', async () => {
    for (const stream of streamsOf.get(ctx.config) ?? []) stream.destroy();
  });
}

/** Live streams of other clusters through this server. */
const streamsOf = new WeakMap<AppContext['config'], Set<http.IncomingMessage>>();

function keepStream({ config }: AppContext, answer: http.IncomingMessage): void {
  if (!EVENT_STREAM.test(answer.headers['content-type'] ?? '')) return;
  const kept = streamsOf.get(config) ?? new Set();
  streamsOf.set(config, kept.add(answer));
  answer.once('close', () => kept.delete(answer));
}

/**
 * Forwards a request whose tenant was found only in its content, after the database refused it here, so nothing was
 * written. False: it is answered here.
 */
export async function forwardRefused(
  ctx: AppContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (!(error instanceof TenantElsewhere) || request.headers[FORWARDED] !== undefined || reply.sent) return false;
  if (request.routeOptions.config.callsOutside === true || isOfThisCell(request.url)) return false;
  const cluster = ctx.places?.ofTenant(error.tenantId);
  if (cluster === undefined) return false;
  await forward(ctx, cluster, request, reply, request.rawBody);
  return true;
}

/** Requests of the desk and of monitoring are for this server. */
function isOfThisCell(url: string): boolean {
  return /^\/(desk|healthz|readyz|metrics|assets\/app)([/?]|$)/i.test(url);
}

async function clusterNamed(ctx: AppContext, request: FastifyRequest): Promise<string | undefined> {
  const { places } = ctx;
  if (!places || isOfThisCell(request.url)) return undefined;
  const claims = await readBearer(ctx, request.headers.authorization);
  if (claims) return places.ofTenant(claims.tenantId);
  const named = brandNamed(request);
  return named === undefined ? places.ofHost(request.hostname.toLowerCase()) : places.ofBrand(named);
}

/** Brand in the header of a page's calls, in the URL of a page or picture, or in the query. */
function brandNamed({ headers, url }: FastifyRequest): string | undefined {
  const header = headers['wattle-brand'];
  if (typeof header === 'string') return header.toLowerCase();
  const [path = '', query] = url.toLowerCase().split('?');
  const [, first = ''] = path.split('/');
  const own = /^\/(?:assets\/brands|assets\/installed|api\/brand)\/([a-z0-9]{1,40})(?:\/|$)/.exec(path)?.[1];
  if (own !== undefined && own !== 'default') return own;
  if (/^[a-z0-9]{1,40}$/.test(first) && !ROUTE_HEADS.has(first) && !RESERVED_HEADS.has(first)) return first;
  return new URLSearchParams(query).get('brand') ?? undefined;
}

/** Forwards the request to a server of the cluster and streams its response back. */
async function forward(
  ctx: AppContext,
  cluster: string,
  request: FastifyRequest,
  reply: FastifyReply,
  body: NodeJS.ReadableStream | Buffer,
): Promise<void> {
  try {
    const answer = await askCluster(ctx, cluster, request, body);
    keepStream(ctx, answer);
    reply.hijack();
    // When the browser disconnects, the stream at the other server ends.
    reply.raw.once('close', () => answer.destroy());
    reply.raw.writeHead(answer.statusCode ?? 502, passed(answer.headers));
    reply.raw.flushHeaders();
    pipeline(answer, reply.raw, () => {});
  } catch (error) {
    ctx.log.warn({ requestId: request.id, cluster, bug: describeBug(error) }, 'another cluster does not answer');
    refuse(reply, 'unavailable');
  }
}

/**
 * Asks the other clusters in turn about a signed message with an unknown card. A cluster without a response may be the
 * one that knows it, so then no answer is given. Other errors are rethrown.
 */
export async function askOtherClusters(
  ctx: AppContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!(error instanceof UnknownHere)) throw error;
  const others = request.headers[FORWARDED] === undefined ? (ctx.places?.others ?? []) : [];
  for (const cluster of others) {
    const text = await textOf(ctx, cluster, request);
    if (text === undefined) return refuse(reply, 'unavailable');
    if (!error.isUnknown(JSON.parse(text))) return reply.type('application/json; charset=utf-8').send(text);
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(error.answer));
}

/** Response of a cluster to a signed message; undefined if it does not count. */
async function textOf(ctx: AppContext, cluster: string, request: FastifyRequest): Promise<string | undefined> {
  try {
    const answer = await askCluster(ctx, cluster, request, request.rawBody);
    const text = Buffer.concat(await answer.toArray()).toString();
    return answer.statusCode === 200 ? text : undefined;
  } catch (error) {
    ctx.log.warn({ requestId: request.id, cluster, bug: describeBug(error) }, 'another cluster does not answer');
    return undefined;
  }
}

/**
 * Sends a request to one server of a cluster. The caller's address is the one determined here, whatever its headers
 * claim.
 */
function askCluster(
  ctx: AppContext,
  cluster: string,
  request: FastifyRequest,
  body: NodeJS.ReadableStream | Buffer,
): Promise<http.IncomingMessage> {
  const address = ctx.config.cluster.addresses.get(cluster);
  if (address === undefined) return Promise.reject(new Error(`WATTLE_CLUSTERS does not name ${cluster}`));
  // Only the given address determines the target, because the requested path may look like another host.
  const to = new URL(address);
  const isSecure = to.protocol === 'https:';
  const headers: http.OutgoingHttpHeaders = {
    ...passed(request.headers),
    host: request.headers.host,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
    [FORWARDED]: ctx.config.cluster.own,
  };
  return new Promise((resolve, reject) => {
    const asked = (isSecure ? https : http).request({
      protocol: to.protocol,
      hostname: to.hostname,
      port: to.port,
      path: request.url,
      method: request.method,
      headers,
      agent: isSecure ? agents.https : agents.http,
      ...(isSecure && { servername: to.hostname }),
    });
    const overdue = setTimeout(() => asked.destroy(new Error('no answer begins')), BEGINS_WITHIN_MS);
    asked.once('response', (answer) => {
      clearTimeout(overdue);
      resolve(answer);
    });
    asked.once('error', (error) => {
      clearTimeout(overdue);
      reject(error);
    });
    if (Buffer.isBuffer(body)) asked.end(body);
    else pipeline(body, asked, () => {});
  });
}

function passed(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  const listed = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED.has(name) && !listed.has(name)));
}
