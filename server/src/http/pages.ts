import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESERVED_HEADS, ROUTE_HEADS } from '@wattle/contract/route-heads.ts';
import type { AppContext } from '../context.ts';
import { type BrandPage, findBrandPage } from '../features/brands/public.ts';
import { describeBug, nameOf, refuse, RETRY_AFTER_S } from './fault.ts';
import { contentSecurityPolicy, isCall } from './headers.ts';
import { fillShell } from './shell.ts';

const WEB_FOLDER = path.join(import.meta.dirname, '../../../web/dist');
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Where the sign-in pages lie; the root is one of them. */
const SIGN_IN_HEADS: ReadonlySet<string> = new Set(['', 'login', 'cardlogin']);

/** Files at the root of the built app that are asked for by their plain names. */
const ROOT_FILES = ['favicon.ico', 'robots.txt', 'manifest.webmanifest', 'push-worker.js'];

/**
 * The web app: its hashed files, and for every other address that a browser asks for as a page the
 * one shell, with the brand of that address written into it. The client decides what it shows.
 */
export async function servePages(app: FastifyInstance, ctx: AppContext, webFolder = WEB_FOLDER): Promise<void> {
  const hashed = path.join(webFolder, 'assets/app');
  if (existsSync(hashed)) {
    await app.register(fastifyStatic, {
      root: hashed,
      prefix: '/assets/app/',
      immutable: true,
      maxAge: YEAR_MS,
      index: false,
      redirect: false,
      decorateReply: true,
      // The build lays a brotli and a gzip copy beside each file.
      preCompressed: true,
    });
    for (const name of ROOT_FILES.filter((file) => existsSync(path.join(webFolder, file)))) {
      app.get(`/${name}`, (_request, reply) => reply.sendFile(name, webFolder, { immutable: false, maxAge: '1h' }));
    }
  }
  let shell: Promise<string> | undefined;
  const readShell = () => {
    shell ??= readFile(path.join(webFolder, 'index.html'), 'utf8');
    // A build that is not there yet may be there for the next visitor.
    shell.catch(() => {
      shell = undefined;
    });
    return shell;
  };
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return refuse(reply, 'not_found');
    return sendPage(ctx, request, reply, readShell);
  });
}

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isCall(request.url) || /^\/assets\//i.test(request.url)) return false;
  return (request.headers.accept ?? '').includes('text/html');
}

async function sendPage(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  readShell: () => Promise<string>,
): Promise<FastifyReply> {
  let shell: string;
  try {
    shell = await readShell();
  } catch {
    return reply.status(503).type('text/plain; charset=utf-8').send('The web app is not built yet: npm run build.\n');
  }
  const { brand, head } = segmentsOf(request.url);
  const page = await findPage(ctx, brand, request);
  const nonce = randomBytes(16).toString('base64');
  // A page of the sandbox leads to the error page in production.
  const isThere = page && !(ctx.config.mode === 'production' && head === 'sandbox');
  const isAway = page === 'away';
  if (isAway) reply.header('Retry-After', String(RETRY_AFTER_S));
  return reply
    .status(isAway ? 503 : isThere ? 200 : 404)
    .headers({ 'Content-Security-Policy': contentSecurityPolicy(nonce), 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      fillShell(shell, {
        page,
        nonce,
        isSignIn: SIGN_IN_HEADS.has(head),
        acceptLanguage: request.headers['accept-language'],
      }),
    );
}

/** A page without its brand asks for it by itself, shows the copy that its browser has kept, or offers a retry. */
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

/** The brand that an address names by its first segment, undefined where the host decides, and the head of its route. */
function segmentsOf(url: string): { readonly brand: string | undefined; readonly head: string } {
  const [first = '', second = ''] = (url.split(/[?#]/)[0] ?? '').split('/').slice(1).map(decoded);
  const isOwn = first === '' || ROUTE_HEADS.has(first) || RESERVED_HEADS.has(first);
  return isOwn ? { brand: undefined, head: first } : { brand: first, head: second };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment;
  }
}
