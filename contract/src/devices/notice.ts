import type { Language } from '../rules/languages.ts';
import * as z from 'zod/mini';

/**
 * Push subscription of a browser that allows notices: `JSON.stringify(subscription)` is a device's `registrationId`.
 */
const subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
});
export type Subscription = z.output<typeof subscription>;

/** The subscription in a `registrationId`. Null for any other, such as one from an app with its own push service. */
export function readSubscription(registrationId: string): Subscription | null {
  try {
    return z.parse(subscription, JSON.parse(registrationId));
  } catch {
    return null;
  }
}

/** Pages that a notice opens, by their route's name. */
export type NoticePage = 'signInMethods' | 'cardHome';

/** Content of a notice, encrypted for the browser. */
export type NoticePayload = {
  /** The same for a repeat, which then replaces the notice instead of showing a second one. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly language: Language;
  readonly page: NoticePage;
};
