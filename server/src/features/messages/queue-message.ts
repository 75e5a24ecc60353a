import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { Busy } from '../../platform/busy.ts';
import { type Channel, isCountedElsewhere, type Message } from './message.types.ts';
import { insertMessage, readNthNewest, type Receiver, recipientHash, withdrawWaiting } from './outbox.store.ts';

type Queueing = Pick<AppContext, 'config' | 'clocks' | 'secrets' | 'outboxBell'>;

/**
 * Queues a message in the transaction of its cause: it is sent soon after that commits, and never
 * when it rolls back. Throws Busy, for 429, where the person's calls have sent as many of the template within
 * the hour as they may, and so undoes its cause. False where the cause (`dedupKey`) has queued it before.
 */
export async function queueMessage(tx: Tx, ctx: Queueing, message: Message): Promise<boolean> {
  const now = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
  await refuseMany(tx, ctx, message, now.security);
  if (message.replaces !== undefined) await withdrawWaiting(tx, message.tenantId, message.replaces, now.security);
  const isNew = await insertMessage(tx, ctx.secrets, message, now);
  if (isNew) tx.afterCommit(() => ctx.outboxBell.ring());
  return isNew;
}

const HOUR_MS = 3_600_000;
/** A notice goes to each device of a person. */
const DEVICES = 10;

/** A caller who repeats a call that sends messages is stopped; the messages are never dropped silently. */
async function refuseMany(tx: Tx, ctx: Queueing, message: Message, nowMs: number): Promise<void> {
  const { tenantId, template, channel } = message;
  if (isCountedElsewhere(template)) return;
  for (const { receiver, most } of limitsOf(ctx, message)) {
    const asked = { tenantId, template, channel, receiver, nth: most, sinceMs: nowMs - HOUR_MS };
    const first = await readNthNewest(tx, asked);
    if (first === undefined) continue;
    throw new Busy(`${most} messages ${template} in an hour`, Math.ceil((first + HOUR_MS - nowMs) / 1000));
  }
}

type Limit = { readonly receiver: Receiver; readonly most: number };

/** Somebody who is no holder is limited by the address, and a brand by what it sends to all of them. */
function limitsOf({ config, secrets }: Queueing, message: Message): readonly Limit[] {
  const { holderId, brandId, channel } = message;
  const most = config.messagesAnHour * (channel === 'push' ? DEVICES : 1);
  if (holderId !== null) return [{ receiver: { column: 'holder_id', value: holderId }, most }];
  return [
    { receiver: { column: 'recipient_hash', value: recipientHash(secrets, message) }, most },
    { receiver: { column: 'strangers_of_brand', value: brandId }, most: config.messagesOfBrandAnHour },
  ];
}

/** Takes back what still waits of messages whose dedup keys begin like this: it has become untrue. */
export function withdrawMessages(tx: Tx, ctx: AppContext, tenantId: number, keyStart: string): Promise<void> {
  return withdrawWaiting(tx, tenantId, keyStart, ctx.clocks.security.now());
}

/** Whether messages of a channel leave: always in the sandbox, in production where it has settings. */
export function isChannelOn(ctx: Pick<AppContext, 'config'>, channel: Channel): boolean {
  return ctx.config.mode === 'sandbox' || ctx.config.messages[channel] !== undefined;
}
