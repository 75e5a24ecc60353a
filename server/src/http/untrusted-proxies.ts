import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log.ts';

const WARN_EVERY_MS = 60 * 60_000;

/**
 * Warns, at most once an hour, when X-Forwarded-For comes from a peer that is not trusted. Usually
 * WATTLE_TRUSTED_PROXIES does not include a proxy in front. Then all clients behind it count as one address,
 * and one person's failed sign-ins can exhaust the rate limit for everyone.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, log: Log, now: () => number = Date.now): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    const peer = request.socket.remoteAddress;
    // Of a trusted peer, the forwarded addresses are read too, even where the last of them is its own.
    const isIgnored = (request.ips?.length ?? 1) === 1;
    if (isForwarded && isIgnored && now() - warnedAt > WARN_EVERY_MS) {
      warnedAt = now();
      log.warn({ peer }, 'X-Forwarded-For was ignored: WATTLE_TRUSTED_PROXIES does not name this peer');
    }
    done();
  });
}
