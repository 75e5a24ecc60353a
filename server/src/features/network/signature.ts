import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedRequest } from '../../http/handle.ts';

const WINDOW_S = 300;

/** Hex HMAC-SHA-256 of `timestamp.body` under the network's key. */
export function signatureOf(key: Uint8Array, timestamp: string, body: string | Uint8Array): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
}

/**
 * Whether the card network sent exactly these bytes, within 5 minutes of now. The security clock
 * decides: a moved business clock must not let an old message in.
 */
export function isFromNetwork({ headers, rawBody, ctx }: SignedRequest): boolean {
  const timestamp = headers['wattle-timestamp'];
  const signature = headers['wattle-signature'];
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = Buffer.from(signatureOf(ctx.secrets.networkKey, timestamp, rawBody), 'hex');
  // Compared whatever the time says, so that the answer's time tells nothing of the reason.
  const isGood = timingSafeEqual(expected, Buffer.from(signature, 'hex'));
  return isGood && Math.abs(ctx.clocks.security.now() / 1000 - Number(timestamp)) <= WINDOW_S;
}
