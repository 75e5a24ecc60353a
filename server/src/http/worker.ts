import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../compose/context.ts';
import type { BrandPage } from '../features/brands/public.ts';
import type { Keeping } from './shell.ts';
import type { WebBuild } from './web-build.ts';

/**
 * The address of the one service worker, and the former one of that which only showed notices: browsers that registered
 * it there go on asking for it there.
 */
const ADDRESSES = ['/worker.js', '/push-worker.js'];

/**
 * Serves the service worker. Where it is switched off, the script that takes it back comes from the same addresses, so
 * that a browser finds it by its own look for a newer one.
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
  // A proxy that keeps the script does not have it under the address of a newer one.
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

/** Pages that a kept shell shows without a network: a start leads to the home, and from there to a sign-in. */
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
