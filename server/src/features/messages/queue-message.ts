import type { AppContext } from '../../compose/context.ts';
import { Busy } from '../../platform/busy.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hasChannel } from '../programme/public.ts';
import { countSkipped, type SkipReason } from './message-figures.ts';
import { type Channel, isCountedElsewhere, type Message, type Notice, type Requested } from './message.types.ts';
import { insertMessage, readNthNewest, type Receiver, recipientHash, withdrawWaiting } from './outbox.store.ts';

type QueueContext = Pick<AppContext, 'config' | 'clocks' | 'programmes' | 'secrets' | 'outboxWakeUp'>;

const HOUR_MS = 3_600_000;
/** A notice goes to each device of a person. */
const DEVICES = 10;

/**
 * Queues a message that the caller requested: a code or a link. It is sent soon after the transaction commits, and
 * never if that rolls back. Returns false if the same cause (`dedupKey`) has queued it before. Throws Busy, which the
 * caller answers with 429, if the hourly limit of the template is reached. Use `notifyHolder` or `queueNotice` for
 * notices of events, so that a limit never undoes the event.
 */
export async function queueRequested(tx: Tx, ctx: QueueContext, message: Requested): Promise<boolean> {
  const full = await findLimit(tx, ctx, message);
  if (full) {
    const seconds = Math.ceil((full.freeAt - ctx.clocks.security.now()) / 1000);
    throw new Busy(`${full.most} messages ${message.template} in an hour`, seconds);
  }
  return queue(tx, ctx, message);
}

/**
 * Queues the notice of an event to one address, in the transaction of the event. A notice that cannot be queued (too
 * many within the hour, its channel is off, no address) is skipped and counted, and the event is not affected. A
 * person above the limit gets one summary an hour. Returns false if nothing was queued, or if the same cause
 * (`dedupKey`) has queued it before.
 */
export async function queueNotice(
  tx: Tx,
  ctx: QueueContext & Pick<AppContext, 'log'>,
  notice: Notice,
): Promise<boolean> {
  if (!hasChannel(ctx, notice.tenantId, notice.channel)) return skip(tx, ctx, notice, 'channel_off');
  if (!IS_ADDRESS[notice.channel].test(notice.to)) return skip(tx, ctx, notice, 'bad_address');
  if (!(await findLimit(tx, ctx, notice))) return queue(tx, ctx, notice);
  if (notice.holderId !== null) await queue(tx, ctx, moreNotices(ctx, notice));
  return skip(tx, ctx, notice, 'limit');
}

const IS_ADDRESS: Readonly<Record<Channel, RegExp>> = { email: /^[^@\s]+@[^@\s]+$/, sms: /^\+\d{6,15}$/, push: /./ };

/** Reports once an hour for each address that more has happened than was notified. */
function moreNotices(ctx: QueueContext, notice: Notice): Notice {
  const hour = Math.floor(ctx.clocks.security.now() / HOUR_MS);
  const address = recipientHash(ctx.secrets, notice).toString('hex').slice(0, 32);
  const { firstName } = notice.params;
  return {
    ...notice,
    template: 'moreNotices',
    params: firstName === undefined ? {} : { firstName },
    dedupKey: `more-notices:${notice.holderId}:${address}:${hour}`,
  };
}

/** Counts and logs a notice that is not sent, without its address. */
export function skip(
  tx: Tx,
  { log }: Pick<AppContext, 'log'>,
  { template, channel, holderId }: Pick<Notice, 'template' | 'holderId'> & { readonly channel: Channel | null },
  reason: SkipReason,
): false {
  tx.afterCommit(() => {
    countSkipped(template, reason);
    log.warn(
      { template, channel, holder: holderId === null ? null : String(holderId), reason },
      'a notice was skipped',
    );
  });
  return false;
}

async function queue(tx: Tx, ctx: QueueContext, message: Message): Promise<boolean> {
  const now = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
  if (message.replaces !== undefined) await withdrawMessages(tx, ctx, message.tenantId, message.replaces);
  const isNew = await insertMessage(tx, ctx.secrets, message, now);
  if (isNew) tx.afterCommit(() => ctx.outboxWakeUp.send());
  return isNew;
}

type ReachedLimit = { readonly most: number; readonly freeAt: number };

/** The limit that a message would exceed, and when it ends. Security time. */
async function findLimit(tx: Tx, ctx: QueueContext, message: Message): Promise<ReachedLimit | undefined> {
  const { tenantId, template, channel } = message;
  if (isCountedElsewhere(template)) return undefined;
  const sinceMs = ctx.clocks.security.now() - HOUR_MS;
  for (const { receiver, most } of limitsOf(ctx, message)) {
    const first = await readNthNewest(tx, { tenantId, template, channel, receiver, nth: most, sinceMs });
    if (first !== undefined) return { most, freeAt: first + HOUR_MS };
  }
  return undefined;
}

type Limit = { readonly receiver: Receiver; readonly most: number };

/** A recipient who is not a holder is limited by address, and a brand by its messages to all of them. */
function limitsOf({ config, secrets }: QueueContext, message: Message): readonly Limit[] {
  const { holderId, brandId, channel } = message;
  const most = config.messagesAnHour * (channel === 'push' ? DEVICES : 1);
  if (holderId !== null) return [{ receiver: { column: 'holder_id', value: holderId }, most }];
  return [
    { receiver: { column: 'recipient_hash', value: recipientHash(secrets, message) }, most },
    { receiver: { column: 'strangers_of_brand', value: brandId }, most: config.messagesOfBrandAnHour },
  ];
}

/** Withdraws waiting messages by the prefix of their dedup keys, because they are no longer true. */
export function withdrawMessages(
  tx: Tx,
  ctx: Pick<AppContext, 'clocks'>,
  tenantId: number,
  keyStart: string,
): Promise<void> {
  return withdrawWaiting(tx, tenantId, { keyStart, queuedBy: null }, ctx.clocks.security.now());
}

/** Withdraws all messages that waited at a moment of business time. Messages that were queued later are sent. */
export function withdrawQueuedBy(tx: Tx, ctx: AppContext, tenantId: number, queuedBy: number): Promise<void> {
  return withdrawWaiting(tx, tenantId, { keyStart: '', queuedBy }, ctx.clocks.security.now());
}
