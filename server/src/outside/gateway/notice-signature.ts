import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Maximum difference between the time of a notice and ours. */
const WINDOW_S = 300;
const VERSION = 'v1';

/** Headers of a notice, by Standard Webhooks. */
export type NoticeHeaders = {
  readonly 'webhook-id': string;
  /** Unix seconds. */
  readonly 'webhook-timestamp': string;
  /**
   * `v1,` and base64 of HMAC-SHA-256 over id, timestamp and body separated by dots; several are separated by spaces.
   */
  readonly 'webhook-signature': string;
};

function digest(key: Uint8Array, id: string, timestamp: string, rawBody: Uint8Array | string): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
}

/** Signs a notice. */
export function signNotice(key: Uint8Array, id: string, atMs: number, rawBody: Uint8Array | string): NoticeHeaders {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = digest(key, id, timestamp, rawBody).toString('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `${VERSION},${signature}`,
  };
}

/**
 * Whether the holder of the key signed exactly these bytes within 5 minutes of now. A notice about an old payment gets
 * a new signature with each attempt.
 */
export function isSignedNotice(
  key: Uint8Array,
  headers: IncomingHttpHeaders,
  rawBody: Uint8Array,
  nowMs: number,
): boolean {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || id.length > 100 || typeof signatures !== 'string') return false;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  const expected = digest(key, id, timestamp, rawBody);
  // All are compared, so that timing does not reveal which one is valid.
  const good = signatures
    .split(' ')
    .slice(0, 5)
    .filter((signature) => isThis(signature, expected));
  return good.length > 0 && Math.abs(nowMs / 1000 - Number(timestamp)) <= WINDOW_S;
}

function isThis(signature: string, expected: Buffer): boolean {
  const [version, value = ''] = signature.split(',');
  const given = Buffer.from(value, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) && version === VERSION;
}
