import webPush, { type RequestDetails } from 'web-push';
import { judgeFault, judgeStatus, SEND_LIMIT_MS } from '../delivery.ts';
import type { PushDelivery, PushNotice, PushTransport } from './port.ts';

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

const UNUSABLE: PushDelivery = { ok: false, isFinal: true, code: 'bad_subscription', isGone: true };
const NO_SERVICE: PushDelivery = { ok: false, isFinal: true, code: 'no_push_service', isGone: true };
/** What a push service answers of a subscription that is no more (RFC 8030, 7.3). */
const GONE = [404, 410];

/**
 * Notices by Web Push (RFC 8030): the payload encrypted for the browser (RFC 8291), the sender
 * known by VAPID (RFC 8292). The address comes from a browser, so only push services are called:
 * else anybody could have this server call an address of their choice.
 */
export function openWebPush({ publicKey, privateKey, subject, hosts }: WebPushSettings): PushTransport {
  return {
    async send(notice) {
      if (!isPushService(notice.to.endpoint, hosts)) return NO_SERVICE;
      let sealed: RequestDetails;
      try {
        sealed = seal(notice, { subject, publicKey, privateKey });
      } catch {
        // The keys come from a browser as well.
        return UNUSABLE;
      }
      // fetch counts for itself.
      const { 'Content-Length': _, ...headers } = sealed.headers as Record<string, string | number>;
      try {
        const answer = await fetch(sealed.endpoint, {
          method: 'POST',
          headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
          body: new Uint8Array(sealed.body ?? Buffer.alloc(0)),
          redirect: 'error',
          signal: AbortSignal.timeout(SEND_LIMIT_MS),
        });
        await answer.body?.cancel();
        const delivery = judgeStatus(answer.status);
        return GONE.includes(answer.status) ? { ...delivery, isGone: true } : delivery;
      } catch (error) {
        return judgeFault(error);
      }
    },
  };
}

function seal(
  { to, payload }: PushNotice,
  vapidDetails: { subject: string; publicKey: string; privateKey: string },
): RequestDetails {
  return webPush.generateRequestDetails(to, JSON.stringify(payload), {
    vapidDetails,
    TTL: KEPT_S,
    topic: topicOf(payload.id),
  });
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
