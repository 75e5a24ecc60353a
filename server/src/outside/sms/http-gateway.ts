import { createHmac } from 'node:crypto';
import type { Clock } from '../../platform/time/clock.ts';
import { type Delivery, judgeFault, judgeStatus } from '../delivery.ts';
import { callHttp } from '../http-call.ts';
import type { Policy } from '../policy.ts';
import type { SmsTransport } from './port.ts';

export type SmsGatewaySettings = {
  readonly url: string;
  /** Shared with the gateway. */
  readonly key: Uint8Array;
};

/** Statuses about our key, our account or our rate, and not about a message. */
const ABOUT_US = [401, 402, 403, 429];

/**
 * Text messages by a gateway over HTTP: `{"to", "text", "expiresAt"}`, signed with HMAC-SHA-256 over
 * `timestamp.idempotency key.body`, so that messages cannot be forged, changed or replayed.
 */
export function openSmsGateway({ url, key }: SmsGatewaySettings, clock: Clock, policy: Policy): SmsTransport {
  return {
    send: ({ messageId, to, text, expiresAt }) =>
      policy.deliver(async (signal): Promise<Delivery> => {
        const now = clock.now();
        // It waited for its turn too long. Nothing is sent, and the outbox ends it.
        if (now >= expiresAt) return { ok: false, isFinal: true, code: 'expired' };
        const body = JSON.stringify({ to, text, expiresAt: new Date(expiresAt).toISOString() });
        const timestamp = String(Math.floor(now / 1000));
        const signature = createHmac('sha256', key).update(`${timestamp}.${messageId}.${body}`).digest('hex');
        try {
          const answer = await callHttp({
            method: 'POST',
            url,
            headers: {
              'Content-Type': 'application/json',
              'Idempotency-Key': messageId,
              'Wattle-Timestamp': timestamp,
              'Wattle-Signature': signature,
            },
            body,
            addresses: policy.addresses,
            signal,
            mostBytes: 4_096,
          });
          const { status } = answer;
          if (ABOUT_US.includes(status)) return { ok: false, isFinal: false, isOurs: true, code: `http_${status}` };
          return judgeStatus(status);
        } catch (error) {
          return judgeFault(error);
        }
      }),
  };
}
