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

/** Written out: to put them together anew for each answer costs more than to send them. */
const FIXED = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'Permissions-Policy': PERMISSIONS,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

const HTTPS_ONLY = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** Headers that every answer carries; a page replaces the policy by one with its nonce. */
export function addSecurityHeaders(app: FastifyInstance, isProduction: boolean): void {
  const fixed = { ...FIXED, ...(isProduction && HTTPS_ONLY) };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header('X-Request-Id', request.id);
    if (isCall(request.url)) reply.header('Cache-Control', 'no-store');
    done();
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
