import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Maximum difference between the time of a message and ours, in either direction. */
const WINDOW_S = 300;
/** HMAC-SHA-256. Signatures of other versions are passed over. */
const VERSION = 'v1';
const PREFIX = 'whsec_';
const KEY_BYTES = { least: 24, most: 64 };
/** Signatures of a message that are looked at: two while a secret is replaced, and room for other versions. */
const SIGNATURES_MOST = 10;

/** Headers of a message signed by Standard Webhooks 1.0. */
export type WebhookHeaders = {
  /** Names the message, the same over its repeats. It has no full stop. */
  readonly 'webhook-id': string;
  /** Unix seconds of this attempt. */
  readonly 'webhook-timestamp': string;
  /**
   * `v1,` and base64 of HMAC-SHA-256 over id, timestamp and body separated by dots; several are separated by spaces.
   */
  readonly 'webhook-signature': string;
};

/**
 * Key of a secret in its written form: base64 of 24 to 64 bytes, with or without the prefix `whsec_`. Undefined for any
 * other text, so that a secret is never used in a way that its owner does not mean.
 */
export function webhookKey(secret: string): Uint8Array | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const key = Buffer.from(text, 'base64');
  return key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most ? key : undefined;
}

function digest(key: Uint8Array, id: string, timestamp: string, rawBody: Uint8Array | string): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
}

/** Signs a message. */
export function signWebhook(key: Uint8Array, id: string, atMs: number, rawBody: Uint8Array | string): WebhookHeaders {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = digest(key, id, timestamp, rawBody).toString('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `${VERSION},${signature}`,
  };
}

/**
 * Whether the holder of one of the keys signed exactly these bytes within 5 minutes of now. A message about something
 * old gets a new signature with each attempt.
 */
export function isSignedWebhook(
  keys: readonly Uint8Array[],
  headers: IncomingHttpHeaders,
  rawBody: Uint8Array,
  nowMs: number,
): boolean {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || id === '' || id.length > 100 || typeof signatures !== 'string') return false;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  const given = signatures.split(' ').slice(0, SIGNATURES_MOST);
  // All are compared, so that timing does not reveal which one is valid.
  const good = keys.flatMap((key) => {
    const expected = digest(key, id, timestamp, rawBody);
    return given.filter((signature) => isThis(signature, expected));
  });
  return good.length > 0 && Math.abs(nowMs / 1000 - Number(timestamp)) <= WINDOW_S;
}

function isThis(signature: string, expected: Buffer): boolean {
  const [version, value = ''] = signature.split(',');
  const given = Buffer.from(value, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) && version === VERSION;
}
