import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import type { CookieJar } from '../../http/cookies.ts';

/** Names the browser that asked; a ticket that was overheard is worth nothing in another one. */
const COOKIE = 'download';

/** The tenant stands in front, because a row is found under the policies of its tenant. */
const TOKEN = /^(\d{1,9})\.[\w-]{43}$/;

export function drawToken(tenantId: number): string {
  return `${tenantId}.${randomBytes(32).toString('base64url')}`;
}

/** The tenant of a ticket; undefined for any other text. */
export function tenantOfToken(token: string): number | undefined {
  const tenant = TOKEN.exec(token)?.[1];
  return tenant === undefined ? undefined : Number(tenant);
}

export function hashToken(ctx: AppContext, token: string): Buffer {
  return ctx.secrets.identifierHash('download-ticket', token);
}

export function hashCookie(ctx: AppContext, cookie: string): Buffer {
  return ctx.secrets.identifierHash('download-cookie', cookie);
}

/** The browser's secret, which lasts as long as it has open tickets. All tabs share one cookie. */
export function keepCookie(cookies: CookieJar, forMs: number): string {
  const secret = readCookie(cookies) ?? randomBytes(32).toString('base64url');
  cookies.keep(COOKIE, secret, forMs);
  return secret;
}

export function readCookie(cookies: CookieJar): string | undefined {
  return cookies.read(COOKIE);
}

/** Cookie by which the page learns that its file has begun, by the hash of the ticket. */
export function beginCookieOf(tokenHash: Buffer): string {
  return `begun-${tokenHash.toString('hex', 0, 8)}`;
}
