import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../http-json.ts';
import type { MessageReceipt, ReadReceipts, ReceiptReason, ReceiptRequest } from '../receipt.ts';
import { isOfNumber } from './send-once.ts';

/** Proofs that MessageMedia called: of each kind the key in use, and the one before it. */
export type MessageMediaSigning = {
  /** Keys of the proof that goes along with each message and comes back with its receipts. */
  readonly proofKeys: readonly [Uint8Array, ...Uint8Array[]];
  /** Public keys (SPKI in base64) of signed callbacks, which an account can have. Empty: the proof alone counts. */
  readonly publicKeys: readonly string[];
};

/** Shows in a receipt that it is about a message that we sent: HMAC-SHA-256 of our id. */
export const proofOf = (key: Uint8Array, messageId: string): string =>
  createHmac('sha256', key).update(`receipt of ${messageId}`).digest('base64url');

/** States of a message. One that is not here says nothing. */
const STATES: ReadonlyMap<string, MessageReceipt['state']> = new Map([
  ['queued', 'onItsWay'],
  ['scheduled', 'onItsWay'],
  ['processing', 'onItsWay'],
  ['processed', 'onItsWay'],
  ['enroute', 'onItsWay'],
  ['held', 'onItsWay'],
  ['submitted', 'onItsWay'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['expired', 'undelivered'],
  ['rejected', 'undelivered'],
  ['failed', 'undelivered'],
  ['cancelled', 'undelivered'],
]);

/** Reasons by status code. 302 is the list of numbers that opted out; 401 is the end of the message at the carrier. */
const REASONS: ReadonlyMap<string, ReceiptReason> = new Map([
  ['301', 'ours'],
  ['302', 'optedOut'],
  ['303', 'ours'],
  ['304', 'blocked'],
  ['305', 'blocked'],
  // No route, or none for this sender.
  ['332', 'unserved'],
  ['333', 'unserved'],
  ['401', 'unreachable'],
  ['402', 'blocked'],
  ['403', 'blocked'],
  ['410', 'ours'],
  ['411', 'badAddress'],
  ['412', 'optedOut'],
  ['413', 'badAddress'],
  ['414', 'unreachable'],
]);

const marked = z.object({ metadata: z.object({ message: z.uuid(), proof: z.string().max(100).default('') }) });
const report = z.object({
  delivery_report_id: z.string().max(100),
  message_id: z.uuid(),
  status: z.string().max(30),
  error_code: z.string().max(10).default(''),
});

/**
 * Delivery reports that MessageMedia posts to the `callback_url` of a message. In them `source_number` is the recipient,
 * and `original_text` is the whole message, so neither is read. Replies come to the same address and say nothing to us.
 */
export function readMessageMediaReceipts({ proofKeys, publicKeys }: MessageMediaSigning): ReadReceipts {
  return (request) => {
    const isSigned = isSignedByMessageMedia(request, publicKeys);
    const body = parseJson(request.rawBody);
    const mark = marked.safeParse(body).data?.metadata;
    if (!isSigned && (publicKeys.length > 0 || !mark || !isProven(proofKeys, mark))) return undefined;
    const read = report.safeParse(body);
    const state = STATES.get(read.data?.status ?? '');
    if (!read.success || state === undefined) return [];
    const { delivery_report_id: id, message_id: providerId, error_code: code } = read.data;
    const reason = state === 'undelivered' ? (REASONS.get(code) ?? 'unknown') : undefined;
    // One receipt has all that it takes to make up another about the same message.
    const isForGood = isOfNumber(reason) && (isSigned || reason !== 'optedOut');
    return [{ id, messageId: mark?.message, providerId, state, reason, isForGood }];
  };
}

function isProven(keys: readonly Uint8Array[], mark: { readonly message: string; readonly proof: string }): boolean {
  const given = Buffer.from(mark.proof);
  // All are compared, so that timing does not reveal which one is valid.
  const good = keys.filter((key) => {
    const expected = Buffer.from(proofOf(key, mark.message));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return good.length > 0;
}

const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['SHA224', 'sha224'],
  ['SHA256', 'sha256'],
  ['SHA512', 'sha512'],
]);

/** An RSA signature of request line, `Date` and body, one after the other without anything between. */
function isSignedByMessageMedia({ headers, rawBody, url }: ReceiptRequest, publicKeys: readonly string[]): boolean {
  const signature = headers['x-messagemedia-signature'];
  const digest = DIGESTS.get(String(headers['x-messagemedia-digest-type']).replace('-', '').toUpperCase());
  const isRsa = headers['x-messagemedia-cipher-type'] === 'RSA';
  if (typeof signature !== 'string' || digest === undefined || !isRsa || headers.date === undefined) return false;
  // Without a configured origin there is no address that can have been signed.
  if (!URL.canParse(url)) return false;
  const { pathname, search } = new URL(url);
  const signed = Buffer.concat([Buffer.from(`POST ${pathname}${search} HTTP/1.1${headers.date}`), rawBody]);
  return publicKeys.some((key) => verify(digest, signed, publicKeyOf(key), Buffer.from(signature, 'base64')));
}

/** A public key as MessageMedia gives it: its SPKI in base64. Throws for any other text. */
export const publicKeyOf = (spki: string) =>
  createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
