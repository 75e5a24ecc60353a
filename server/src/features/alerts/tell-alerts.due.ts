import { inEachLanguage } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { tellApart } from '../messages/public.ts';
import { type NewNotification, noteNotifications, readReaders, type ReaderOfAccount } from '../notifications/public.ts';
import {
  type Listener,
  readListeners,
  readPostings,
  readPurchases,
  saveIsLow,
  takeEvents,
  type TakenEvent,
  type ToldPosting,
  type ToldPurchase,
} from './alert.store.ts';
import { bellOfPosting, bellOfPurchase } from './bell.ts';
import { queueAlert } from './queue-alert.ts';
import { purchaseParams, postingParams, lowBalanceParams } from './alert-words.ts';
import { crossesLow, type Told, tellsOfPosting, tellsOfPurchase, tellsOfStatement } from './told.domain.ts';

type Params = () => Readonly<Record<string, string>>;

/**
 * Lists account events at the bells of who sees the account, and sends the alerts that were chosen. The messages are queued in the transaction that takes the events, so each event is
 * reported once and only after it has committed. A failure for one person does not hold up the others.
 */
export const tellAlerts: RecurringJob<AppContext> = {
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
    const [told, posted, listeners, readers] = await Promise.all([
      readPurchases(
        tx,
        tenantId,
        purchases.map(({ subject }) => subject),
      ),
      readPostings(tx, tenantId, postings),
      readListeners(tx, tenantId, accounts),
      readReaders(tx, tenantId, accounts),
    ]);
    await noteAtBells(tx, ctx, tenantId, { events, told, posted, readers });
    const of = (event: TakenEvent) =>
      listeners.filter(({ member_account_id: account }) => account === event.member_account_id);
    const alert = async (event: TakenEvent, listener: Listener, tells: readonly Told[], params: Params) => {
      if (tells.length === 0) return;
      await tellApart(tx, ctx, { holderId: listener.holder_id, cause: `alert:${event.id}` }, async () => {
        const values = params();
        for (const { template, ways } of tells) {
          await queueAlert(tx, ctx, { tenantId, listener, template, ways, cause: event.id, params: values });
        }
      });
    };
    for (const event of purchases) {
      const purchase = told.get(event.subject);
      if (!purchase) continue;
      for (const listener of of(event)) {
        // A nominee gets alerts for their own card only.
        if (!listener.is_primary && listener.holder_id !== purchase.holder_id) continue;
        await alert(event, listener, tellsOfPurchase(listener, purchase), () => purchaseParams(listener, purchase));
      }
    }
    for (const event of postings) {
      const posting = posted.get(`${event.member_account_id}/${event.subject}`);
      if (!posting) continue;
      for (const listener of of(event)) {
        await alert(event, listener, tellsOfPosting(listener, posting), () => postingParams(listener, posting));
      }
    }
    for (const event of events.filter(({ kind }) => kind === 'statement')) {
      for (const listener of of(event)) {
        await alert(event, listener, tellsOfStatement(listener, { isPrimary: listener.is_primary }), () => ({}));
      }
    }
    const [last] = events.toReversed();
    for (const listener of listeners) await tellLow(tx, ctx, tenantId, listener, last?.id ?? 0n);
    return events.length === atOnce ? 'more' : 'done';
  },
};

type Happened = {
  readonly events: readonly TakenEvent[];
  readonly told: ReadonlyMap<bigint, ToldPurchase>;
  readonly posted: ReadonlyMap<string, ToldPosting>;
  readonly readers: readonly ReaderOfAccount[];
};

async function noteAtBells(tx: Tx, ctx: AppContext, tenantId: number, { events, told, posted, readers }: Happened) {
  const ofAccount = Map.groupBy(readers, ({ member_account_id: account }) => account);
  const all = events.flatMap((event): NewNotification[] =>
    (ofAccount.get(event.member_account_id) ?? []).flatMap((reader) => {
      const listed = listedFor(event, reader, told, posted, ctx.clocks.business.now());
      return listed ? [{ ...listed, webAccountId: reader.web_account_id }] : [];
    }),
  );
  await noteNotifications(tx, ctx, tenantId, all);
}

/** An event as the bell of one reader lists it. A nominee hears of purchases with their own card, and of no statement. */
function listedFor(
  event: TakenEvent,
  reader: ReaderOfAccount,
  told: Happened['told'],
  posted: Happened['posted'],
  now: number,
): Omit<NewNotification, 'webAccountId'> | undefined {
  switch (event.kind) {
    case 'authorisation': {
      const purchase = told.get(event.subject);
      const isOwn = reader.is_primary || purchase?.holder_id === reader.holder_id;
      return purchase && isOwn ? bellOfPurchase(purchase, reader.account_number) : undefined;
    }
    case 'posting': {
      const posting = posted.get(`${event.member_account_id}/${event.subject}`);
      return posting && bellOfPosting(posting, reader.account_number);
    }
    case 'statement': {
      const cause = `statement:${event.member_account_id}/${event.subject}`;
      return reader.is_primary ? { kind: 'statement', cause, params: {}, at: now } : undefined;
    }
  }
}

async function tellLow(tx: Tx, ctx: AppContext, tenantId: number, listener: Listener, cause: bigint): Promise<void> {
  const { isLow, isNews } = crossesLow(listener, listener.available);
  if (isLow !== listener.is_low) saveIsLow(tx, tenantId, listener, isLow);
  if (!isNews) return;
  const { holder_id: holderId, low_balance: ways } = listener;
  await tellApart(tx, ctx, { template: 'alertLowBalance', holderId }, async () => {
    const params = lowBalanceParams(listener);
    await queueAlert(tx, ctx, { tenantId, listener, template: 'alertLowBalance', ways, cause, params });
    if (ways.length === 0) return;
    const low = {
      kind: 'lowBalance',
      cause: `low:${cause}`,
      params: { words: inEachLanguage(() => params) },
    } as const;
    const at = ctx.clocks.business.now();
    await noteNotifications(tx, ctx, tenantId, [{ ...low, webAccountId: listener.web_account_id, at }]);
  });
}
