import { createHmac, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../platform/time/clock.ts';
import { judgeStatus } from '../delivery.ts';
import { callText, parseJson } from '../http-json.ts';
import type { Policy } from '../policy.ts';
import { knownBy, signedInBy } from '../probe.ts';
import type { ReadReceipts, ReceiptReason } from '../receipt.ts';
import { isSignedWebhook } from '../standard-webhooks.ts';
import { isAboutUs, ours, sendOnce } from './send-once.ts';
import type { SmsTransport } from './port.ts';

export type SmsGatewaySettings = {
  readonly url: string;
  /** Shared with the gateway. */
  readonly key: Uint8Array;
  /** Sender of messages whose brand has none. Absent: the gateway knows it. */
  readonly from?: string | undefined;
};

/**
 * Text messages by a gateway over HTTP: `{"to", "text", "expiresAt"}`, with `from` and `receiptsUrl` where they are
 * known, signed with HMAC-SHA-256 over `timestamp.idempotency key.body`, so that messages cannot be forged, changed or
 * replayed.
 */
export function openSmsGateway(settings: SmsGatewaySettings, clock: Clock, policy: Policy): SmsTransport {
  const { url, key } = settings;
  const signed = (messageId: string, body: string, now: number) => {
    const timestamp = String(Math.floor(now / 1000));
    return {
      'Content-Type': 'application/json',
      'Idempotency-Key': messageId,
      'Wattle-Timestamp': timestamp,
      'Wattle-Signature': createHmac('sha256', key).update(`${timestamp}.${messageId}.${body}`).digest('hex'),
    };
  };
  return {
    send: (sms) =>
      sendOnce(
        policy,
        clock,
        sms,
        (now) => {
          const { messageId, to, text, from = settings.from, receiptsUrl } = sms;
          const expiresAt = new Date(sms.expiresAt).toISOString();
          const body = JSON.stringify({ to, text, expiresAt, from, receiptsUrl });
          return { url, headers: signed(messageId, body, now), body };
        },
        ({ status }) => (isAboutUs(status) ? ours(`http_${status}`) : judgeStatus(status)),
      ),
    readReceipts: readGatewayReceipts(key),
    // A signed call without a number and a text cannot be sent: a gateway that knows the key refuses it as invalid.
    probe: () =>
      signedInBy(
        policy.call((signal) =>
          callText({
            url,
            headers: signed(randomUUID(), NO_MESSAGE, clock.now()),
            body: NO_MESSAGE,
            read: () => undefined,
            refusal: knownBy(400, 422),
            addresses: policy.addresses,
            signal,
          }),
        ),
      ),
  };
}

const NO_MESSAGE = '{}';

const REASONS = [
  'badAddress',
  'optedOut',
  'blocked',
  'unreachable',
  'unserved',
  'ours',
  'unknown',
] as const satisfies ReceiptReason[];

const receipt = z.object({
  messageId: z.uuid(),
  state: z.enum(['onItsWay', 'delivered', 'undelivered']),
  reason: z.enum(REASONS).optional(),
  isForGood: z.boolean().default(false),
});

/** Receipts of the gateway: the body is one receipt, signed by Standard Webhooks with the shared key. */
function readGatewayReceipts(key: Uint8Array): ReadReceipts {
  return ({ headers, rawBody, nowMs }) => {
    if (!isSignedWebhook([key], headers, rawBody, nowMs)) return undefined;
    const read = receipt.safeParse(parseJson(rawBody));
    if (!read.success) return [];
    const isForGood = read.data.isForGood || read.data.reason === 'optedOut';
    return [{ id: String(headers['webhook-id']), ...read.data, isForGood }];
  };
}
