import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../platform/time/clock.ts';
import { judgeStatus } from '../delivery.ts';
import { parseJson } from '../http-json.ts';
import type { Policy } from '../policy.ts';
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
          const timestamp = String(Math.floor(now / 1000));
          const signature = createHmac('sha256', key).update(`${timestamp}.${messageId}.${body}`).digest('hex');
          const headers = {
            'Content-Type': 'application/json',
            'Idempotency-Key': messageId,
            'Wattle-Timestamp': timestamp,
            'Wattle-Signature': signature,
          };
          return { url, headers, body };
        },
        ({ status }) => (isAboutUs(status) ? ours(`http_${status}`) : judgeStatus(status)),
      ),
    readReceipts: readGatewayReceipts(key),
  };
}

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
