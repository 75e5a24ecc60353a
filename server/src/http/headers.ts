import type { FastifyInstance } from 'fastify';
import { demandsTls, type Mode, rulesOf } from '../config/mode.ts';

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ');

/**
 * Features of the browser that pages may use. The payment gateway's page offers Apple Pay and Google Pay in a frame of
 * ours, so it needs `payment`.
 */
export function permissionsPolicy(framed?: string): string {
  return `${PERMISSIONS}, payment=(self${framed === undefined ? '' : ` "${framed}"`})`;
}

/**
 * The content security policy of pages. The nonce is for tags that the server writes into a page.
 * @param inline source expression of the page's inline script: its hash
 * @param framed origin of the payment gateway's page, which our pages hold in a frame
 */
export function contentSecurityPolicy(nonce?: string, framed?: string, inline?: string): string {
  const frames = framed === undefined ? "'self'" : `'self' ${framed}`;
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${inline === undefined ? own : `${own} ${inline}`}`,
    `style-src ${own}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    // Documents are fetched by forms posted into a frame.
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // The post that opens the gateway's page is redirected to it.
    `form-action ${frames}`,
  ].join('; ');
}

/** The policy of the desk's pages: all that they are is the desk's own, and nothing is framed or runs beside them. */
export function deskPolicy(): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** Precomputed: assembling them for each response costs more than sending them. */
const FIXED = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'Permissions-Policy': permissionsPolicy(),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  // Nothing is sent to other sites. With no-referrer a browser would send Origin: null when it posts a form.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

const HTTPS_ONLY = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** For programs and for search engines, which list no page of it. */
const STAGING = { 'Wattle-Mode': 'staging', 'X-Robots-Tag': 'noindex, nofollow' };

/** Replaces headers of the response so that our own page may frame it. */
export function framedByOwnPages(): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy().replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    'X-Frame-Options': 'SAMEORIGIN',
  };
}

/** Headers of every response; pages replace the policies by ones with their nonce and their gateway. */
export function addSecurityHeaders(app: FastifyInstance, mode: Mode): void {
  const fixed = { ...FIXED, ...(demandsTls(mode) && HTTPS_ONLY), ...(rulesOf(mode).isRehearsal && STAGING) };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header('X-Request-Id', request.id);
    // Uses the matched route, because a URL can be written in many ways (`/%61pi/card/cards`).
    const { operation } = request.routeOptions.config;
    if (operation !== undefined || isCall(request.url)) reply.header('Cache-Control', 'no-store');
    done();
  });
}

/** Headers for responses that bypass the hooks. */
export function closedHeaders(requestId: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  };
}

/** Whether a URL belongs to the API, the card network or the desk. Ignores case. */
export function isCall(url: string): boolean {
  return /^\/(api|network|desk)([/?]|$)/i.test(url);
}
