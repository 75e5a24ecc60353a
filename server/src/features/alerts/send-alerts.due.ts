import { inEachLanguage } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../compose/context.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { notifyInSavepoint } from '../messages/public.ts';
import { type NewNotification, noteNotifications, readReaders, type ReaderOfAccount } from '../notifications/public.ts';
import {
  type AlertSubscriber,
  readSubscribers,
  readPostings,
  readPurchases,
  saveIsLow,
  takeEvents,
  type TakenEvent,
  type AlertedPosting,
  type AlertedPurchase,
} from './alert.store.ts';
import { postingNotification, purchaseNotification } from './event-notifications.ts';
import { queueAlert } from './queue-alert.ts';
import { purchaseParams, postingParams, lowBalanceParams } from './alert-params.ts';
import {
  checkLowBalance,
  type EventAlert,
  alertsOfPosting,
  alertsOfPurchase,
  alertsOfStatement,
} from './alerts-of-event.domain.ts';

type Params = () => Readonly<Record<string, string>>;

/**
 * Lists account events in the notifications of everyone who sees the account, and sends the chosen alerts. The messages
 * are queued in the transaction that takes the events, so each event is reported once and only after it has committed.
 * A failure for one person does not hold up the others.
 */
export const sendAlerts: RecurringJob<AppContext> = {
  name: 'alerts.tell',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 2_000 },
  atOnce: 100,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const events = await takeEvents(tx, tenantId, atOnce);
    if (events.length === 0) return 'done';
    const postings = events.filter(({ kind }) => kind === 'posting');
    const purchases = events.filter(({ kind }) => kind === 'authorisation');
    const accounts = [...new Set(events.map(({ member_account_id: account }) => account))];
    const month = monthAt(ctx.clocks.business.now());
    const [purchased, posted, subscribers, readers] = await Promise.all([
      readPurchases(
        tx,
        tenantId,
        purchases.map(({ subject }) => subject),
      ),
      readPostings(tx, tenantId, postings),
      readSubscribers(tx, tenantId, accounts, month),
      readReaders(tx, tenantId, accounts, month),
    ]);
    await addNotifications(tx, ctx, tenantId, { events, purchased, posted, readers });
    const of = (event: TakenEvent) =>
      subscribers.filter(({ member_account_id: account }) => account === event.member_account_id);
    const alert = async (
      event: TakenEvent,
      subscriber: AlertSubscriber,
      alerts: readonly EventAlert[],
      params: Params,
    ) => {
      if (alerts.length === 0) return;
      await notifyInSavepoint(tx, ctx, { holderId: subscriber.holder_id, cause: `alert:${event.id}` }, async () => {
        const values = params();
        for (const { template, channels } of alerts) {
          await queueAlert(tx, ctx, { tenantId, subscriber, template, channels, cause: event.id, params: values });
        }
      });
    };
    for (const event of purchases) {
      const purchase = purchased.get(event.subject);
      if (!purchase) continue;
      for (const subscriber of of(event)) {
        // A nominee gets alerts for their own card only.
        if (!subscriber.is_primary && subscriber.holder_id !== purchase.holder_id) continue;
        await alert(event, subscriber, alertsOfPurchase(subscriber, purchase), () =>
          purchaseParams(subscriber, purchase),
        );
      }
    }
    for (const event of postings) {
      const posting = posted.get(`${event.member_account_id}/${event.subject}`);
      if (!posting) continue;
      for (const subscriber of of(event)) {
        // And for payments that they made.
        if (!subscriber.is_primary && subscriber.holder_id !== posting.payer) continue;
        await alert(event, subscriber, alertsOfPosting(subscriber, posting), () => postingParams(subscriber, posting));
      }
    }
    for (const event of events.filter(({ kind }) => kind === 'statement')) {
      for (const subscriber of of(event)) {
        await alert(event, subscriber, alertsOfStatement(subscriber, { isPrimary: subscriber.is_primary }), () => ({}));
      }
    }
    const [last] = events.toReversed();
    for (const subscriber of subscribers) await alertLowBalance(tx, ctx, tenantId, subscriber, last?.id ?? 0n);
    return events.length === atOnce ? 'more' : 'done';
  },
};

type EventData = {
  readonly events: readonly TakenEvent[];
  readonly purchased: ReadonlyMap<bigint, AlertedPurchase>;
  readonly posted: ReadonlyMap<string, AlertedPosting>;
  readonly readers: readonly ReaderOfAccount[];
};

async function addNotifications(
  tx: Tx,
  ctx: AppContext,
  tenantId: number,
  { events, purchased, posted, readers }: EventData,
) {
  const ofAccount = Map.groupBy(readers, ({ member_account_id: account }) => account);
  const all = events.flatMap((event): NewNotification[] =>
    (ofAccount.get(event.member_account_id) ?? []).flatMap((reader) => {
      const notification = notificationFor(event, reader, purchased, posted, ctx.clocks.business.now());
      return notification ? [{ ...notification, webAccountId: reader.web_account_id }] : [];
    }),
  );
  await noteNotifications(tx, ctx, tenantId, all);
}

/**
 * Notification of an event for one reader. A nominee gets those of their own purchases and payments, but no notice of
 * statements.
 */
function notificationFor(
  event: TakenEvent,
  reader: ReaderOfAccount,
  purchased: EventData['purchased'],
  posted: EventData['posted'],
  now: number,
): Omit<NewNotification, 'webAccountId'> | undefined {
  switch (event.kind) {
    case 'authorisation': {
      const purchase = purchased.get(event.subject);
      const isOwn = reader.is_primary || purchase?.holder_id === reader.holder_id;
      return purchase && isOwn ? purchaseNotification(purchase, reader.account_number) : undefined;
    }
    case 'posting': {
      const posting = posted.get(`${event.member_account_id}/${event.subject}`);
      const isOwn = reader.is_primary || posting?.payer === reader.holder_id;
      return posting && isOwn ? postingNotification(posting, reader.account_number) : undefined;
    }
    case 'statement': {
      const cause = `statement:${event.member_account_id}/${event.subject}`;
      return reader.is_primary ? { kind: 'statement', cause, params: {}, at: now } : undefined;
    }
  }
}

async function alertLowBalance(
  tx: Tx,
  ctx: AppContext,
  tenantId: number,
  subscriber: AlertSubscriber,
  cause: bigint,
): Promise<void> {
  // The balance is the primary holder's.
  if (!subscriber.is_primary) return;
  const { isLow, hasJustBecomeLow } = checkLowBalance(subscriber, subscriber.available);
  if (isLow !== subscriber.is_low) saveIsLow(tx, tenantId, subscriber, isLow);
  if (!hasJustBecomeLow) return;
  const { holder_id: holderId, low_balance: channels } = subscriber;
  await notifyInSavepoint(tx, ctx, { template: 'alertLowBalance', holderId }, async () => {
    const params = lowBalanceParams(subscriber);
    await queueAlert(tx, ctx, { tenantId, subscriber, template: 'alertLowBalance', channels, cause, params });
    if (channels.length === 0) return;
    const low = {
      kind: 'lowBalance',
      cause: `low:${cause}`,
      params: { words: inEachLanguage(() => params) },
    } as const;
    const at = ctx.clocks.business.now();
    await noteNotifications(tx, ctx, tenantId, [{ ...low, webAccountId: subscriber.web_account_id, at }]);
  });
}
