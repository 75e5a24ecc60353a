import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ');

/** What a page may load. The nonce is for the few tags that the server itself writes into a page. */
export function contentSecurityPolicy(nonce?: string): string {
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** Headers that every answer carries; a page replaces the policy by one with its nonce. */
export async function addSecurityHeaders(app: FastifyInstance, isProduction: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isProduction && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true },
  });
  const policy = contentSecurityPolicy();
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'Content-Security-Policy': policy, 'Permissions-Policy': PERMISSIONS, 'X-Request-Id': request.id });
    if (isCall(request.url)) reply.header('Cache-Control', 'no-store');
  });
}

/** For an answer that no hook reaches. */
export function closedHeaders(requestId: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  };
}

/** Whether an address belongs to the API or the card network, whatever its case. */
export function isCall(url: string): boolean {
  return /^\/(api|network)([/?]|$)/i.test(url);
}
