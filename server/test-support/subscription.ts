import { createECDH, randomBytes } from 'node:crypto';
import type { Subscription } from '@wattle/contract/devices/notice.ts';

/** Push subscription of a browser whose user permitted notifications. */
export function givenSubscription(endpoint: string): Subscription {
  return {
    endpoint,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}
