import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { CookieJar } from '../../../http/cookies.ts';

/** The longest that browsers keep a cookie. Every use renews it. */
const KEPT_MS = 400 * 24 * 3_600_000;

const cookieOf = (brandId: number) => `device-${brandId}`;

/** Secret of this device for a brand. Only its cookie has it, and the database as a keyed hash. */
export function readDeviceSecret(cookies: CookieJar, brandId: number): string | undefined {
  return cookies.read(cookieOf(brandId));
}

export function newDeviceSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function keepDeviceSecret(cookies: CookieJar, brandId: number, secret: string): void {
  cookies.keep(cookieOf(brandId), secret, KEPT_MS);
}

export function forgetDeviceSecret(cookies: CookieJar, brandId: number): void {
  cookies.forget(cookieOf(brandId));
}

/** Hash by which the row of a device is found. Without a secret no row is found, because no device has an empty one. */
export function deviceSecretHash(ctx: AppContext, brandId: number, secret: string | undefined): Buffer {
  return ctx.secrets.identifierHash(`${brandId}:device`, secret ?? '');
}
