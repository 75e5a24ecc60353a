import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESERVED_HEADS, ROUTE_HEADS } from '@wattle/contract/route-heads.ts';
import type { AppContext } from '../context.ts';
import { findBrandPage, type BrandPage } from '../features/brands/public.ts';
import { refuse } from './fault.ts';
import { contentSecurityPolicy, isCall } from './headers.ts';
import { escapeHtml, jsonForScript } from './html.ts';

const WEB_FOLDER = path.join(import.meta.dirname, '../../../web/dist');
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Pages of the sandbox, with or without a brand before them. Such a page in production leads to the error page. */
const SANDBOX_PAGE = /^\/(?:[^/?]+\/)?sandbox(?:[/?]|$)/i;

/** Files at the root of the built app that are asked for by their plain names. */
const ROOT_FILES = ['favicon.ico', 'robots.txt', 'manifest.webmanifest'];

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
  const segment = brandSegment(request.url);
  const page = await findBrandPage(ctx, segment, request.hostname.toLowerCase());
  const nonce = randomBytes(16).toString('base64');
  const isThere = page && !(ctx.config.mode === 'production' && SANDBOX_PAGE.test(request.url));
  return reply
    .status(isThere ? 200 : 404)
    .headers({ 'Content-Security-Policy': contentSecurityPolicy(nonce), 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(fillShell(shell, page, nonce));
}

/** The first segment of an address where it can be a brand; undefined where the host decides. */
function brandSegment(url: string): string | undefined {
  const first = url.split(/[/?#]/)[1] ?? '';
  let decoded: string;
  try {
    decoded = decodeURIComponent(first).toLowerCase();
  } catch {
    return first;
  }
  return decoded === '' || ROUTE_HEADS.has(decoded) || RESERVED_HEADS.has(decoded) ? undefined : decoded;
}

function fillShell(shell: string, page: BrandPage | undefined, nonce: string): string {
  const head = [`<meta property="csp-nonce" name="csp-nonce" nonce="${nonce}" content="${nonce}">`];
  if (page) {
    head.push(
      `<title>${escapeHtml(page.view.BrandName)}</title>`,
      `<link rel="stylesheet" href="${escapeHtml(page.view.Assets.Tokens)}">`,
      `<link rel="icon" href="${escapeHtml(page.view.Assets.Logo)}" type="image/svg+xml">`,
      ...(page.themeColour ? [`<meta name="theme-color" content="${escapeHtml(page.themeColour)}">`] : []),
    );
  } else {
    head.push(`<title>Wattle</title>`);
  }
  const brand = page ? ` data-brand="${escapeHtml(page.view.BrandIdentifier)}"` : '';
  const data = `<script type="application/json" id="wattle-brand" nonce="${nonce}">${jsonForScript(page?.view ?? null)}</script>`;
  return shell
    .replace(/<html[^>]*>/, () => `<html lang="en-AU"${brand}>`)
    .replace('<!--wattle:head-->', () => head.join('\n    '))
    .replace('<!--wattle:brand-->', () => data);
}
