import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

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

/** Hex HMAC-SHA-256 under a key of timestamp, method, path and body, with line feeds between them. */
export function signatureOf(key: Uint8Array, { timestamp, method, path, body }: Signed): string {
  return createHmac('sha256', key).update(`${timestamp}\n${method}\n${path}\n`).update(body).digest('hex');
}

type Arrived = Pick<Signed, 'method' | 'path' | 'body'> & { readonly headers: IncomingHttpHeaders };

/** Whether the holder of one of the keys sent exactly these bytes to this path, within 5 minutes of now. */
export function isSignedMessage(keys: readonly Uint8Array[], arrived: Arrived, nowMs: number): boolean {
  const { headers, ...signed } = arrived;
  const timestamp = headers['wattle-timestamp'];
  const signature = headers['wattle-signature'];
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  // Compared even where the time is wrong, so that the duration of the answer does not reveal the reason.
  const isGood = keys.some((key) =>
    timingSafeEqual(Buffer.from(signatureOf(key, { ...signed, timestamp }), 'hex'), given),
  );
  return isGood && Math.abs(nowMs / 1000 - Number(timestamp)) <= WINDOW_S;
}
