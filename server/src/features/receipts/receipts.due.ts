import type { AppContext } from '../../compose/context.ts';
import type { MessageReceipt } from '../../outside/receipt.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { hear } from '../messages/public.ts';
import { countIgnored, countReceipt } from './receipt-figures.ts';

export type WaitingReceipt = {
  readonly channel: 'email' | 'sms';
  readonly receipt: MessageReceipt;
  /** When it came, in security time. */
  readonly cameAt: number;
};

/** Receipts whose message was not known yet: a provider may report before its answer to us was noted. */
export const EARLY: Queue<WaitingReceipt> = { name: 'receipts.early', clock: 'security' };

/** After that the message is none of ours: of another system on the same account, or gone with the outbox. */
const DROPPED_AFTER_MS = 10 * 60_000;
const AGAIN_MS = 60_000;

/** Notes receipts that came before their message was known to be accepted. */
export const noteEarlyReceipts: QueuedJob<AppContext, WaitingReceipt> = {
  queue: EARLY,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload: { channel, receipt, cameAt } }) {
    const hearing = await hear(tx, ctx, { tenantId, channel, receipt });
    const now = ctx.clocks.security.now();
    if (hearing === 'unknown' && now - cameAt < DROPPED_AFTER_MS) return { againAt: now + AGAIN_MS };
    tx.afterCommit(() => {
      if (hearing === 'unknown') countIgnored(channel, 'unknown_message');
      else if (hearing === 'new') countReceipt(channel, receipt);
    });
    return 'done';
  },
};
