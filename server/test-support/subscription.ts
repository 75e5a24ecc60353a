import { createECDH, randomBytes } from 'node:crypto';
import type { Subscription } from '@wattle/contract/devices/notice.ts';

/** What a browser makes when its user allows notices. */
export function givenSubscription(endpoint: string): Subscription {
  return {
    endpoint,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}
