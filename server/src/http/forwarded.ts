import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toPlainAddress } from '../platform/client-address.ts';
import { refuse } from './fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether anything says that a proxy has handed the request on. */
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
/** Stands for what is no address, so that all of it counts as one. No network has it. */
const NO_ADDRESS = '0.0.0.0';

/**
 * The address of one entry of X-Forwarded-For. Some proxies write the port with it (`203.0.113.9:4711`,
 * `[2001:db8::1]:4711`), and each port would be an address of its own.
 */
export function forwardedAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return toPlainAddress(bracketed ?? dotted ?? text) ?? NO_ADDRESS;
}

/**
 * Notes who has a request from a proxy, and writes X-Forwarded-For without ports before anybody reads the caller's
 * address. A request with two hosts is refused: a proxy and this server might take different ones. Registered first.
 */
export function readForwarded(app: FastifyInstance): void {
  app.decorateRequest('isProxied', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, httpVersion } = request.raw;
    // A proxy that adds no header speaks HTTP/1.0, as nginx does unless it is told otherwise.
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

/** Node keeps the first of several. */
function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}
