import { createHmac } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { judgeFault, judgeStatus, SEND_LIMIT_MS } from '../delivery.ts';
import type { SmsTransport } from './port.ts';

export type SmsGatewaySettings = {
  readonly url: string;
  /** Shared with the gateway. */
  readonly key: Uint8Array;
};

/**
 * Text messages by a gateway over HTTP: `{"to", "text"}`, signed with HMAC-SHA-256 over
 * `timestamp.idempotency key.body`, so that nobody on the way can send, change or repeat one.
 */
export function openSmsGateway(
  { url, key }: SmsGatewaySettings,
  clock: Clock,
  limitMs: number = SEND_LIMIT_MS,
): SmsTransport {
  return {
    async send({ messageId, to, text }) {
      const body = JSON.stringify({ to, text });
      const timestamp = String(Math.floor(clock.now() / 1000));
      const signature = createHmac('sha256', key).update(`${timestamp}.${messageId}.${body}`).digest('hex');
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Idempotency-Key': messageId,
            'Wattle-Timestamp': timestamp,
            'Wattle-Signature': signature,
          },
          body,
          // A signed message goes to the address that was set, nowhere else.
          redirect: 'error',
          signal: AbortSignal.timeout(limitMs),
        });
        await answer.body?.cancel();
        return judgeStatus(answer.status);
      } catch (error) {
        return judgeFault(error);
      }
    },
  };
}
