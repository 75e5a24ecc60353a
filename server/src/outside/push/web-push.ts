import { createECDH } from 'node:crypto';
import webPush, { type RequestDetails } from 'web-push';
import { judgeFault, judgeStatus } from '../delivery.ts';
import { callHttp } from '../http-call.ts';
import type { Policy } from '../policy.ts';
import type { PushDelivery, PushNotice, PushTransport } from './port.ts';

export type WebPushSettings = {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:` or https: contact for push services. */
  readonly subject: string;
  /** Hosts of push services; `*.` matches any subdomain. */
  readonly hosts: readonly string[];
};

/** TTL: how long a push service keeps a notice for an offline device. */
const KEPT_S = 24 * 60 * 60;

const UNUSABLE: PushDelivery = { ok: false, isFinal: true, code: 'bad_subscription', isGone: true };
const NO_SERVICE: PushDelivery = { ok: false, isFinal: true, code: 'no_push_service', isGone: true };
/** Statuses for an expired subscription (RFC 8030, 7.3). */
const GONE = [404, 410];

/**
 * Notices by Web Push (RFC 8030): the payload is encrypted for the browser (RFC 8291), and the sender
 * authenticates by VAPID (RFC 8292). The endpoint URL comes from a browser, so only known push services are
 * called; this prevents server-side request forgery.
 */
export function openWebPush(
  { publicKey, privateKey, subject, hosts }: WebPushSettings,
  policyOf: (service: string) => Policy,
): PushTransport {
  // One policy per service, so that an outage of one does not affect the others.
  const policies = new Map(hosts.map((host) => [host, policyOf(host)]));
  return {
    async send(notice) {
      const policy = policies.get(serviceOf(notice.to.endpoint, hosts) ?? '');
      if (!policy) return NO_SERVICE;
      let sealed: RequestDetails;
      try {
        sealed = seal(notice, { subject, publicKey, privateKey });
      } catch {
        // The keys also come from the browser and may be invalid.
        return UNUSABLE;
      }
      const headers = Object.entries(sealed.headers).map(([name, value]): [string, string] => [name, String(value)]);
      return policy.deliver(async (signal): Promise<PushDelivery> => {
        try {
          const answer = await callHttp({
            method: 'POST',
            url: sealed.endpoint,
            headers: Object.fromEntries(headers),
            body: sealed.body,
            addresses: policy.addresses,
            signal,
            mostBytes: 4_096,
          });
          const delivery = judgeStatus(answer.status);
          return GONE.includes(answer.status) ? { ...delivery, isGone: true } : delivery;
        } catch (error) {
          return judgeFault(error);
        }
      });
    },
    probe: async () =>
      publicKeyOf(privateKey) === publicKey ? { kind: 'done', value: null } : { kind: 'refused', code: 'no_key_pair' },
  };
}

/** Undefined: the private key is invalid. */
function publicKeyOf(privateKey: string): string | undefined {
  const keys = createECDH('prime256v1');
  try {
    keys.setPrivateKey(privateKey, 'base64url');
    return keys.getPublicKey('base64url');
  } catch {
    return undefined;
  }
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

/** The configured host that matches an endpoint. */
function serviceOf(endpoint: string, hosts: readonly string[]): string | undefined {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && url.hostname !== '127.0.0.1') return undefined;
  return hosts.find((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.host === host));
}

/** At most 32 characters of the URL-safe alphabet (RFC 8030, 5.4). */
function topicOf(messageId: string): string {
  return messageId.replaceAll('-', '').slice(0, 32);
}
