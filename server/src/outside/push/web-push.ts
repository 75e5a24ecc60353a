import webPush from 'web-push';
import { type Delivery, judgeFault, judgeStatus, SEND_LIMIT_MS } from '../delivery.ts';
import type { PushTransport } from './port.ts';

export type WebPushSettings = {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:` or https: whom a push service may turn to. */
  readonly subject: string;
  /** Hosts of push services; `*.` stands for any one below. */
  readonly hosts: readonly string[];
};

/** A push service keeps a notice for a sleeping device this long. */
const KEPT_S = 24 * 60 * 60;

const NO_SERVICE: Delivery = { ok: false, isFinal: true, code: 'no_push_service' };

/**
 * Notices by Web Push (RFC 8030): the payload encrypted for the browser (RFC 8291), the sender
 * known by VAPID (RFC 8292). The address comes from a browser, so only push services are called:
 * else anybody could have this server call an address of their choice.
 */
export function openWebPush({ publicKey, privateKey, subject, hosts }: WebPushSettings): PushTransport {
  return {
    async send({ messageId, to, title, body, language }) {
      if (!isPushService(to.endpoint, hosts)) return NO_SERVICE;
      try {
        const payload = JSON.stringify({ id: messageId, title, body, language });
        const { endpoint, headers, body: sealed } = webPush.generateRequestDetails(
          { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
          payload,
          { vapidDetails: { subject, publicKey, privateKey }, TTL: KEPT_S, topic: topicOf(messageId) },
        );
        const { 'Content-Length': _, ...rest } = headers as Record<string, string | number>;
        const answer = await fetch(endpoint, {
          method: 'POST',
          headers: Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
          body: new Uint8Array(sealed ?? Buffer.alloc(0)),
          redirect: 'error',
          signal: AbortSignal.timeout(SEND_LIMIT_MS),
        });
        await answer.body?.cancel();
        return judgeStatus(answer.status);
      } catch (error) {
        return judgeFault(error);
      }
    },
  };
}

function isPushService(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return false;
  const isListed = hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.host === host,
  );
  return isListed && (url.protocol === 'https:' || url.hostname === '127.0.0.1');
}

/** At most 32 characters of the URL-safe alphabet (RFC 8030, 5.4). */
function topicOf(messageId: string): string {
  return messageId.replaceAll('-', '').slice(0, 32);
}
