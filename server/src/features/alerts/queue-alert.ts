import { ALERT_TYPE } from '@wattle/contract/alerts/alerts.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { queueNotice, queueToDevices } from '../messages/public.ts';
import { toE164 } from '../../platform/mobile-number.domain.ts';
import type { Listener } from './alert.store.ts';
import type { AlertTemplate } from './told.domain.ts';

type Alert = {
  readonly tenantId: number;
  readonly listener: Listener;
  readonly template: AlertTemplate;
  readonly ways: readonly number[];
  /** Id of the event: one alert is queued for each event, person and channel. */
  readonly cause: bigint;
  readonly params: Readonly<Record<string, string>>;
};

/** Queues an alert in the person's language by each of the ways, where they can still be reached by it. */
export async function queueAlert(tx: Tx, ctx: AppContext, alert: Alert): Promise<void> {
  const { listener, template, ways, cause, params } = alert;
  const { web_account_id: webAccountId, holder_id: holderId, brand_id: brandId, language } = listener;
  const message = {
    tenantId: alert.tenantId,
    brandId,
    holderId,
    template,
    language,
    params: { ...params, firstName: listener.first_name },
  } as const;
  const key = (way: string) => `${template}:${cause}:${webAccountId}:${way}`;
  if (ways.includes(ALERT_TYPE.email)) {
    await queueNotice(tx, ctx, { ...message, channel: 'email', to: listener.email, dedupKey: key('email') });
  }
  if (ways.includes(ALERT_TYPE.sms)) {
    const to = toE164(listener.mobile) ?? '';
    await queueNotice(tx, ctx, { ...message, channel: 'sms', to, dedupKey: key('sms') });
  }
  if (ways.includes(ALERT_TYPE.push)) {
    await queueToDevices(tx, ctx, { ...message, webAccountId, dedupKey: key('push') });
  }
}
