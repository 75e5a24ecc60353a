import type { NoticePayload, Subscription } from '@wattle/contract/devices/notice.ts';
import type { Delivery } from '../delivery.ts';
import type { Probe } from '../probe.ts';

export type PushNotice = {
  readonly to: Subscription;
  readonly payload: NoticePayload;
};

/** A delivery result. `isGone` means that the subscription is permanently invalid and can be deleted. */
export type PushDelivery = Delivery & { readonly isGone?: true };

/** Sends notifications to browsers. `send` never throws. */
export type PushTransport = {
  send(notice: PushNotice): Promise<PushDelivery>;
  /** Whether the two keys are a pair; no call is made. Absent: of the sandbox. */
  readonly probe?: Probe | undefined;
};
