import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedRequest } from '../../http/handle.ts';

const WINDOW_S = 300;

/** Signed parts of a message. One that is signed for one path is refused on every other. */
export type Signed = {
  /** Unix seconds, as the header `Wattle-Timestamp` carries them. */
  readonly timestamp: string;
  readonly method: string;
  /** Path of the call without host and query, as it is documented: `/network/authorisations`. */
  readonly path: string;
  readonly body: string | Uint8Array;
};

/** Hex HMAC-SHA-256 under the network's key of timestamp, method, path and body, with line feeds between them. */
export function signatureOf(key: Uint8Array, { timestamp, method, path, body }: Signed): string {
  return createHmac('sha256', key).update(`${timestamp}\n${method}\n${path}\n`).update(body).digest('hex');
}

/**
 * Whether the card network sent exactly these bytes to this path, within 5 minutes of now. The security
 * clock decides: a moved business clock must not let an old message in.
 */
export function isFromNetwork({ method, path, headers, rawBody, ctx }: SignedRequest): boolean {
  const timestamp = headers['wattle-timestamp'];
  const signature = headers['wattle-signature'];
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  // Compared even where the time is wrong, so that the duration of the answer does not reveal the reason.
  const isGood = ctx.secrets.networkKeys.some((key) =>
    timingSafeEqual(Buffer.from(signatureOf(key, { timestamp, method, path, body: rawBody }), 'hex'), given),
  );
  return isGood && Math.abs(ctx.clocks.security.now() / 1000 - Number(timestamp)) <= WINDOW_S;
}
