import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import type { CookieJar } from '../../../http/cookies.ts';

/** As long as browsers keep any cookie; every use begins it anew. */
const KEPT_MS = 400 * 24 * 3_600_000;

const cookieOf = (brandId: number) => `device-${brandId}`;

/** The secret of this device for a brand; only its cookie and, as a keyed hash, the database have it. */
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

/** How a device's row is found. No secret finds none: nothing hashes to an empty one. */
export function deviceSecretHash(ctx: AppContext, brandId: number, secret: string | undefined): Buffer {
  return ctx.secrets.identifierHash(`${brandId}:device`, secret ?? '');
}
