import { rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import type { MessageReceipt } from '../../outside/receipt.ts';
import type { Tx } from '../../platform/database/database.ts';
import { graver } from '../contact-marks/public.ts';
import { type HeardMessage, lockHeard, saveHeard } from './heard.store.ts';
import { judgeContact } from './judge-contact.ts';

/** `unknown`: no message of this programme was sent under its ids. `repeated`: it says nothing new. */
export type Hearing = 'new' | 'repeated' | 'unknown';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Notes a receipt at its message and judges the contact. Receipts may come in any order and more than once: what they
 * come to is the same, and a message that is on its way never undoes more than that.
 */
export async function hear(
  tx: Tx,
  ctx: AppContext,
  { tenantId, channel, receipt }: { tenantId: number; channel: 'email' | 'sms'; receipt: MessageReceipt },
): Promise<Hearing> {
  const message = await messageOf(tx, tenantId, channel, receipt);
  if (!message) return 'unknown';
  const now = ctx.clocks.security.now();
  const known = learned(message, receipt, new Date(now).toISOString());
  if (isSame(message, known)) return 'repeated';
  const { providerId } = receipt;
  await saveHeard(tx, known, {
    nowMs: now,
    providerId,
    keepsContent: rulesOf(ctx.config.mode).showsMessages !== 'no one',
  });
  await judgeContact(tx, ctx, known);
  return 'new';
}

async function messageOf(tx: Tx, tenantId: number, channel: 'email' | 'sms', receipt: MessageReceipt) {
  const { messageId, providerId } = receipt;
  const named =
    messageId !== undefined && UUID.test(messageId)
      ? await lockHeard(tx, { tenantId, channel, by: 'message', id: messageId })
      : undefined;
  if (named || providerId === undefined) return named;
  return lockHeard(tx, { tenantId, channel, by: 'provider', id: providerId });
}

/** All that is known of a message with a further receipt. */
function learned(message: HeardMessage, { state, reason = 'unknown', isForGood }: MessageReceipt, at: string) {
  switch (state) {
    case 'onItsWay':
      return message;
    case 'delivered':
      return { ...message, arrived_at: message.arrived_at ?? at };
    case 'complained':
      return { ...message, complained_at: message.complained_at ?? at };
    case 'undelivered': {
      const { undelivered_reason: former, undelivered_for_good: wasForGood } = message;
      const before = former === null ? undefined : { reason: former, isForGood: wasForGood ?? false };
      const failure = graver(before, { reason, isForGood }) ?? { reason, isForGood };
      return {
        ...message,
        undelivered_at: message.undelivered_at ?? at,
        undelivered_reason: failure.reason,
        undelivered_for_good: failure.isForGood,
      };
    }
  }
}

/** Whether nothing is new. A message that was not known to be accepted is, by any receipt. */
function isSame(before: HeardMessage, after: HeardMessage): boolean {
  return (
    (before.delivered_at !== null || before.dead_at !== null) &&
    before.arrived_at === after.arrived_at &&
    before.complained_at === after.complained_at &&
    before.undelivered_reason === after.undelivered_reason &&
    before.undelivered_for_good === after.undelivered_for_good
  );
}
