import { ALERT_TYPE } from '@wattle/contract/alerts/alerts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { reachedOf } from '../contact-marks/public.ts';
import { queueNotice, queueToDevices, type Recipient } from '../messages/public.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import type { AlertSubscriber } from './alert.store.ts';
import type { AlertTemplate } from './alerts-of-event.domain.ts';

type Alert = {
  readonly tenantId: number;
  readonly subscriber: AlertSubscriber;
  readonly template: AlertTemplate;
  readonly channels: readonly number[];
  /** Id of the event: one alert is queued for each event, person and channel. */
  readonly cause: bigint;
  readonly params: Readonly<Record<string, string>>;
};

/** Queues an alert in the person's language by each of the channels, where they can still be reached by it. */
export async function queueAlert(tx: Tx, ctx: AppContext, alert: Alert): Promise<void> {
  const { subscriber, template, channels, cause, params } = alert;
  const { web_account_id: webAccountId, holder_id: holderId, brand_id: brandId, language } = subscriber;
  const message = {
    tenantId: alert.tenantId,
    brandId,
    holderId,
    template,
    language,
    params: { ...params, firstName: subscriber.first_name },
  } as const;
  const key = (channel: string) => `${template}:${cause}:${webAccountId}:${channel}`;
  const chosen: Recipient[] = [];
  if (channels.includes(ALERT_TYPE.email)) chosen.push({ channel: 'email', to: subscriber.email });
  if (channels.includes(ALERT_TYPE.sms)) chosen.push({ channel: 'sms', to: toE164(subscriber.mobile) ?? '' });
  // It is among the notifications, so it need not go where it does not arrive or is not wanted.
  for (const recipient of reachedOf(ctx, alert.tenantId, chosen, subscriber.unwanted)) {
    await queueNotice(tx, ctx, { ...message, ...recipient, dedupKey: key(recipient.channel) });
  }
  if (channels.includes(ALERT_TYPE.push)) {
    await queueToDevices(tx, ctx, { ...message, webAccountId, dedupKey: key('push') });
  }
}
