import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toPlainAddress } from '../platform/sealed-log/client-address.ts';
import { refuse } from './fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether any sign shows that a proxy forwarded the request. */
    isProxied: boolean;
  }
}

/** Headers that a proxy adds, trusted or not. */
const SIGNS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
];
/** Represents everything that is not an address, so that it counts as one. It is in no network. */
const NO_ADDRESS = '0.0.0.0';

/**
 * Address in one entry of X-Forwarded-For. Some proxies append the port (`203.0.113.9:4711`, `[2001:db8::1]:4711`),
 * with which each connection would count as another address.
 */
export function forwardedAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return toPlainAddress(bracketed ?? dotted ?? text) ?? NO_ADDRESS;
}

/**
 * Detects forwarded requests, and removes ports from X-Forwarded-For before the caller's address is read. Refuses a
 * request with two hosts, of which a proxy and this server might use different ones. Registered first.
 */
export function readForwarded(app: FastifyInstance): void {
  app.decorateRequest('isProxied', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, httpVersion } = request.raw;
    // A proxy that adds no header uses HTTP/1.0, like nginx by default.
    request.isProxied = httpVersion === '1.0' || SIGNS.some((name) => headers[name] !== undefined);
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined) {
      const entries = [forwarded].flat().join(',').split(',');
      headers['x-forwarded-for'] = entries.map(forwardedAddress).join(', ');
    }
    if (hasTwoHosts(request)) void refuse(reply, 'required_field');
    else done();
  });
}

/** Node exposes only the first of several. */
function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}
