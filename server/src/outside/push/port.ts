import type { Delivery } from '../delivery.ts';

/** What a browser hands out when its user allows notices. */
export type PushSubscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

export type PushNotice = {
  /** The same with every attempt: a repeat replaces the notice instead of showing a second one. */
  readonly messageId: string;
  readonly to: PushSubscription;
  readonly title: string;
  readonly body: string;
  /** `en-AU` or `zh-CN`. */
  readonly language: string;
};

/** Sends notices to browsers. `send` never throws. */
export type PushTransport = {
  send(notice: PushNotice): Promise<Delivery>;
};
