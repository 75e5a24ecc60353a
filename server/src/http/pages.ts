import { existsSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESERVED_HEADS, ROUTE_HEADS } from '@wattle/contract/route-heads.ts';
import { rulesOf } from '../config/mode.ts';
import type { AppContext } from '../compose/context.ts';
import { type BrandPage, findBrandPage, listBrandChoices } from '../features/brands/public.ts';
import { gatewayOf } from '../features/programme/public.ts';
import { dayAt } from '../platform/time/clock.ts';
import { reachOfDesk } from './desk-admission.ts';
import { describeBug, nameOf, refuse, RETRY_AFTER_S } from './fault.ts';
import { contentSecurityPolicy, isCall, permissionsPolicy } from './headers.ts';
import { packed } from './packed.ts';
import { fillShell } from './shell.ts';
import { withStagingMark } from './staging-mark.ts';
import { readWebBuild, type WebBuild } from './web-build.ts';
import { keepingOf, keptFiles, serveWorker, shellVersion } from './worker.ts';

const WEB_FOLDER = path.join(import.meta.dirname, '../../../web/dist');
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** First URL segments of the sign-in pages, including the root. */
const SIGN_IN_HEADS: ReadonlySet<string> = new Set(['', 'login', 'cardlogin']);

/** Files at the root of the built app with fixed names. */
const ROOT_FILES = ['favicon.ico', 'robots.txt', 'identity-check.js', 'identity-sandbox.js', 'payment-return.js'];

/**
 * Files for the frame of the identity service. A sandboxed page has no origin, so all files are cross-origin for it.
 * They contain nothing secret.
 */
const FRAME_FILES: ReadonlySet<string> = new Set(['identity-check.js', 'identity-sandbox.js']);
const FOR_ANY_SITE = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Files of the build have plain, short names. */
const FILE_ADDRESS = /^\/assets\/app\/[\w./-]{1,200}(\?|$)/i;

/**
 * Serves the web app: its hashed files, and for every other page request the shell with the brand of that
 * URL. Routing happens in the client.
 */
export async function servePages(app: FastifyInstance, ctx: AppContext, webFolder = WEB_FOLDER): Promise<void> {
  // The plugin answers impossible file names with errors in its own format.
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/assets\/app\//i.test(request.url) && !FILE_ADDRESS.test(request.url)) return reply.callNotFound();
    return undefined;
  });
  let build = tryRead(webFolder);
  if (build) {
    const { folder } = build;
    await app.register(fastifyStatic, {
      // Includes files of other releases: pages opened before an upgrade still request them.
      root: path.join(webFolder, 'assets/app'),
      prefix: '/assets/app/',
      immutable: true,
      maxAge: YEAR_MS,
      index: false,
      redirect: false,
      decorateReply: true,
      // The build creates a brotli and a gzip copy of each file.
      preCompressed: true,
    });
    for (const name of ROOT_FILES.filter((file) => existsSync(path.join(folder, file)))) {
      const headers = FRAME_FILES.has(name) ? FOR_ANY_SITE : {};
      app.get(`/${name}`, (_request, reply) =>
        reply.headers(headers).sendFile(name, folder, { immutable: false, maxAge: '1h' }),
      );
    }
  }
  serveWorker(app, ctx.config, () => build);
  serveKeptShell(app, ctx, () => (build ??= tryRead(webFolder)));
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return refuse(reply, 'not_found');
    build ??= tryRead(webFolder);
    return sendPage(ctx, request, reply, build);
  });
}

/** Whether a page below `/sandbox` exists for a caller: in the sandbox all, in staging the inbox for the desk. */
function hasSandboxPage(ctx: AppContext, request: FastifyRequest, address: string): boolean {
  const { isOpen, showsMessages } = rulesOf(ctx.config.mode);
  return isOpen || (showsMessages === 'desk' && address === '/sandbox/inbox' && reachOfDesk(ctx)(request));
}

function tryRead(webFolder: string): WebBuild | undefined {
  try {
    return readWebBuild(webFolder);
  } catch {
    return undefined;
  }
}

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isCall(request.url) || isAsset(request.url)) return false;
  // Monitors and link previews send HEAD requests without an Accept header.
  if (request.method === 'HEAD') return true;
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  // Scripts and uptime checks accept everything; a browser that fetches an image does too, after its own types.
  const isAny = accept.split(',')[0]?.split(';')[0]?.trim() === '*/*';
  // An address reserved for the server, such as that of the metrics, is never a page, even if it is closed.
  const { head, brand } = segmentsOf(request.url);
  const isReserved = brand === undefined && RESERVED_HEADS.has(head) && !ROUTE_HEADS.has(head);
  return isAny && !isReserved && !/\.\w+$/.test(request.url.split(/[?#]/)[0] ?? '');
}

const isAsset = (url: string) => /^\/assets\//i.test(url);

/**
 * URL of a page in which every undecodable `%` is escaped, so that it is routed to the page that reports what was not
 * found. URLs of calls and files are unchanged and answered as malformed.
 */
export function routablePageUrl(url: string): string {
  if (!url.includes('%') || isCall(url) || isAsset(url)) return url;
  const [path = '', ...rest] = url.split(/(?=[?#])/);
  try {
    decodeURI(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...rest].join('');
  }
}

async function sendPage(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  build: WebBuild | undefined,
): Promise<FastifyReply> {
  if (!build) {
    return reply.status(503).type('text/plain; charset=utf-8').send('The web app is not built yet: npm run build.\n');
  }
  const { brand, head, address } = segmentsOf(request.url);
  const page = await findPage(ctx, brand, request);
  const nowMs = ctx.clocks.business.now();
  const nonce = randomBytes(16).toString('base64');
  const choices = page === undefined && brand === undefined ? await listBrandChoices(ctx) : [];
  const isThere = page && (head !== 'sandbox' || hasSandboxPage(ctx, request, address));
  const isAway = page === 'away';
  const framed = gatewayOriginOf(ctx, page);
  if (isAway) reply.header('Retry-After', String(RETRY_AFTER_S));
  const filled = fillShell(build, {
    page,
    choices,
    nonce,
    needs: isThere && !isAway ? build.pages[address] : undefined,
    isSignIn: SIGN_IN_HEADS.has(head),
    isStore: address === '/store',
    acceptLanguage: request.headers['accept-language'],
    time: { now: new Date(nowMs).toISOString(), today: dayAt(nowMs) },
    prefix: brand === undefined || page === undefined || page === 'away' ? '' : `/${page.view.BrandIdentifier}`,
    keeping: keepingOf(ctx.config, build, page === 'away' ? undefined : page, framed),
  });
  const { headers, content } = await packed(withStagingMark(filled, ctx, 'page'), request.headers['accept-encoding']);
  return reply
    .status(isAway ? 503 : isThere || choices.length > 0 ? 200 : 404)
    .headers({
      'Content-Security-Policy': contentSecurityPolicy(nonce, framed, build.watch.hash),
      'Permissions-Policy': permissionsPolicy(framed),
      'Cache-Control': 'no-store',
      ...headers,
    })
    .type('text/html; charset=utf-8')
    .send(content);
}

/**
 * The shell that a browser keeps for its next start: a sign-in page without a time, a nonce and anything of a person. Its
 * worker fetches it by this address and shows it where the network fails (web/src/service-worker/).
 */
function serveKeptShell(app: FastifyInstance, ctx: AppContext, currentBuild: () => WebBuild | undefined): void {
  app.get<{ Params: { name: string } }>('/assets/installed/:name/shell.html', async (request, reply) => {
    const name = request.params.name.toLowerCase();
    const build = currentBuild();
    if (!build || !ctx.config.hasAppWorker) return reply.callNotFound();
    const page = await findPage(ctx, name, request);
    if (page === 'away') return refuse(reply, 'unavailable');
    if (!page) return reply.callNotFound();
    const framed = gatewayOriginOf(ctx, page);
    return reply
      .headers({
        'Content-Security-Policy': contentSecurityPolicy(undefined, framed, build.watch.hash),
        'Permissions-Policy': permissionsPolicy(framed),
        'Cache-Control': 'no-store',
        'Wattle-Shell': shellVersion(build, page, framed),
      })
      .type('text/html; charset=utf-8')
      .send(
        withStagingMark(
          fillShell(build, {
            page,
            choices: [],
            nonce: '',
            needs: build.pages['/login'],
            isSignIn: true,
            acceptLanguage: request.headers['accept-language'],
            time: undefined,
            prefix: name === 'default' ? '' : `/${page.view.BrandIdentifier}`,
            keeping: 'kept',
            alsoKept: keptFiles(build),
          }),
          ctx,
          'page',
        ),
      );
  });
}

/** Origin that a page may frame: that of the gateway of its programme. */
function gatewayOriginOf(ctx: AppContext, page: BrandPage | 'away' | undefined): string | undefined {
  const gateway = page === undefined || page === 'away' ? ctx.outside.gateway : gatewayOf(ctx, page.view.TenantId);
  return gateway?.origin ?? undefined;
}

/** Without a brand, the page fetches it, shows a cached copy, or offers a retry. */
async function findPage(
  ctx: AppContext,
  brand: string | undefined,
  request: FastifyRequest,
): Promise<BrandPage | 'away' | undefined> {
  try {
    return await findBrandPage(ctx, brand, request.hostname.toLowerCase());
  } catch (error) {
    if (nameOf(error) !== 'unavailable') throw error;
    ctx.log.warn({ requestId: request.id, bug: describeBug(error) }, 'the database is away');
    return 'away';
  }
}

type Segments = {
  /** Undefined if the host determines the brand. */
  readonly brand: string | undefined;
  /** The first segment of the route. */
  readonly head: string;
  /** The path without the brand: `/sandbox/inbox`. */
  readonly address: string;
};

/** The parts of a URL path, in lower case. A first segment that is not a route names a brand. */
function segmentsOf(url: string): Segments {
  const segments = (url.split(/[?#]/)[0] ?? '').split('/').slice(1).map(decoded);
  const [first = ''] = segments;
  const isOwn = first === '' || ROUTE_HEADS.has(first) || RESERVED_HEADS.has(first);
  const route = isOwn ? segments : segments.slice(1);
  const address = `/${route.filter((segment) => segment !== '').join('/')}`;
  // Like in every call that names a brand, characters other than letters and digits are dropped.
  const brand = first.replace(/[^a-z0-9]/g, '');
  return { brand: isOwn ? undefined : brand, head: route[0] ?? '', address };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment;
  }
}
