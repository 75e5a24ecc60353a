import type { NoticePayload, Subscription } from '@wattle/contract/devices/notice.ts';
import type { Delivery } from '../delivery.ts';

export type PushNotice = {
  readonly to: Subscription;
  readonly payload: NoticePayload;
};

/** A delivery result. `isGone` means that the subscription is permanently invalid and can be deleted. */
export type PushDelivery = Delivery & { readonly isGone?: true };

/** Sends notifications to browsers. `send` never throws. */
export type PushTransport = {
  send(notice: PushNotice): Promise<PushDelivery>;
};
