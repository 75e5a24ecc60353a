import { createECDH, randomBytes } from 'node:crypto';
import type { Subscription } from '@wattle/contract/devices/notice.ts';

/** Push subscription as a browser makes it when its user allows notifications. */
export function givenSubscription(endpoint: string): Subscription {
  return {
    endpoint,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}
