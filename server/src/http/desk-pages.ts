import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../compose/context.ts';
import { deskPolicy } from './headers.ts';
import { withStagingMark } from './staging-mark.ts';

const DESK_FOLDER = path.join(import.meta.dirname, '../../../desk-web/dist');
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Serves the desk in a browser below `/desk/`: its hashed files, and its page for every other address, whose routing
 * happens in the client. Who may reach it: `desk-admission.ts`.
 */
export async function serveDeskPages(
  app: FastifyInstance,
  ctx: Pick<AppContext, 'config'>,
  deskFolder = DESK_FOLDER,
): Promise<void> {
  let page = readPage(deskFolder);
  const files = path.join(deskFolder, 'assets/app');
  if (existsSync(files)) {
    await app.register(fastifyStatic, {
      // Includes files of other releases: pages opened before an upgrade still request them.
      root: files,
      prefix: '/desk/assets/app/',
      immutable: true,
      maxAge: YEAR_MS,
      index: false,
      redirect: false,
      decorateReply: false,
      preCompressed: true,
      setHeaders: (reply) => void reply.header('Cache-Control', `public, max-age=${YEAR_MS / 1000}, immutable`),
    });
  }
  for (const url of ['/desk', '/desk/*']) {
    app.get(url, async (request, reply) => {
      if (/^\/desk\/assets\//i.test(request.url)) return reply.callNotFound();
      page ??= readPage(deskFolder);
      if (page === undefined) {
        return reply.status(503).type('text/plain; charset=utf-8').send('The desk is not built yet: npm run build.\n');
      }
      return reply
        .headers({ 'Content-Security-Policy': deskPolicy(), 'Cache-Control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(withStagingMark(page, ctx, 'desk'));
    });
  }
}

/** The page of the current build; a newer build is used by servers that start later. */
function readPage(deskFolder: string): string | undefined {
  try {
    const digest = readFileSync(path.join(deskFolder, 'current'), 'utf8').trim();
    return readFileSync(path.join(deskFolder, 'builds', digest, 'index.html'), 'utf8');
  } catch {
    return undefined;
  }
}
