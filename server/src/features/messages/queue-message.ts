import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { Busy } from '../../platform/busy.ts';
import { type Channel, isCountedElsewhere, type Message } from './message.types.ts';
import { insertMessage, listMessageTimes, withdrawWaiting } from './outbox.store.ts';

/**
 * Queues a message in the transaction of its cause: it is sent soon after that commits, and never
 * when it rolls back. Throws Busy, for 429, where the person's calls have sent as many of the template within
 * the hour as they may, and so undoes its cause. False where the cause (`dedupKey`) has queued it before.
 */
export async function queueMessage(tx: Tx, ctx: AppContext, message: Message): Promise<boolean> {
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
async function refuseMany(tx: Tx, ctx: AppContext, message: Message, nowMs: number): Promise<void> {
  const { tenantId, holderId, template, channel } = message;
  if (holderId === null || isCountedElsewhere(template)) return;
  const most = ctx.config.messagesAnHour * (channel === 'push' ? DEVICES : 1);
  const times = await listMessageTimes(tx, { tenantId, holderId, template, channel, sinceMs: nowMs - HOUR_MS });
  const first = times.at(-most);
  if (first === undefined) return;
  throw new Busy(`a person was sent ${times.length} messages ${template}`, Math.ceil((first + HOUR_MS - nowMs) / 1000));
}

/** Takes back what still waits of messages whose dedup keys begin like this: it has become untrue. */
export function withdrawMessages(tx: Tx, ctx: AppContext, tenantId: number, keyStart: string): Promise<void> {
  return withdrawWaiting(tx, tenantId, keyStart, ctx.clocks.security.now());
}

/** Whether messages of a channel leave: always in the sandbox, in production where it has settings. */
export function isChannelOn(ctx: Pick<AppContext, 'config'>, channel: Channel): boolean {
  return ctx.config.mode === 'sandbox' || ctx.config.messages[channel] !== undefined;
}
