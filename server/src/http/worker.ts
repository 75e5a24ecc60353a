import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../compose/context.ts';
import type { BrandPage } from '../features/brands/public.ts';
import type { Keeping } from './shell.ts';
import type { WebBuild } from './web-build.ts';

/**
 * Address of the service worker, and its former address, under which browsers registered a worker that only showed
 * notices. These browsers keep asking for it there.
 */
const ADDRESSES = ['/worker.js', '/push-worker.js'];

/**
 * Serves the service worker. If it is switched off, the same addresses serve the script that removes it: a browser
 * finds that when it looks for a newer version.
 */
export function serveWorker(
  app: FastifyInstance,
  { hasAppWorker }: AppContext['config'],
  currentBuild: () => WebBuild | undefined,
): void {
  for (const address of ADDRESSES) {
    app.get(address, async (_request, reply) => {
      const build = currentBuild();
      if (!build) return reply.callNotFound();
      return reply
        .header('Cache-Control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(hasAppWorker ? build.workers.on : build.workers.off);
    });
  }
}

/** Header by which a page learns which shell to keep. */
export function keepingOf(
  { hasAppWorker }: AppContext['config'],
  build: WebBuild,
  page: BrandPage | undefined,
  framed: string | undefined,
): Keeping {
  if (!hasAppWorker) return 'off';
  // With its digest in the address, a caching proxy cannot answer with an older script.
  const worker = `${ADDRESSES[0]}?v=${digestOf(build.workers.on)}`;
  return page ? { worker, version: shellVersion(build, page, framed) } : 'kept';
}

/** Changes with everything that a kept shell is made of: the build, the brand, and what its policy lets a page frame. */
export function shellVersion(
  { digest }: WebBuild,
  { view, iconVersion }: BrandPage,
  framed: string | undefined,
): string {
  return digestOf([digest, view.BrandIdentifier, view.UpdateTime, iconVersion, framed ?? ''].join('\n'));
}

/** Pages that a kept shell shows without a network: the app opens the home, which leads to a sign-in. */
const KEPT_PAGES = ['/', '/login', '/cardhome'];

/** Files of the pages that are kept, with their words in every language. */
export function keptFiles({ pages }: WebBuild): readonly string[] {
  const needs = KEPT_PAGES.flatMap((page) => pages[page] ?? []);
  return [
    ...new Set(needs.flatMap(({ scripts, styles, words }) => [...scripts, ...styles, ...Object.values(words).flat()])),
  ];
}

function digestOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
