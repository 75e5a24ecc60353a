import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import type { Channel, Message } from './message.types.ts';
import { insertMessage, withdrawWaiting } from './outbox.store.ts';

/**
 * Queues a message in the transaction of its cause: it is sent soon after that commits, and never
 * when it rolls back. False where the cause (`dedupKey`) has queued it before.
 */
export async function queueMessage(tx: Tx, ctx: AppContext, message: Message): Promise<boolean> {
  const now = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
  if (message.replaces !== undefined) await withdrawWaiting(tx, message.tenantId, message.replaces, now.security);
  const isNew = await insertMessage(tx, ctx.secrets, message, now);
  if (isNew) tx.afterCommit(() => ctx.outboxBell.ring());
  return isNew;
}

/** Takes back what still waits of messages whose dedup keys begin like this: it has become untrue. */
export function withdrawMessages(tx: Tx, ctx: AppContext, tenantId: number, keyStart: string): Promise<void> {
  return withdrawWaiting(tx, tenantId, keyStart, ctx.clocks.security.now());
}

/** Whether messages of a channel leave: always in the sandbox, in production where it has settings. */
export function isChannelOn(ctx: Pick<AppContext, 'config'>, channel: Channel): boolean {
  return ctx.config.mode === 'sandbox' || ctx.config.messages[channel] !== undefined;
}
