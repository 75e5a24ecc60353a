import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import {
  becomes,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  pageInput,
  pageOf,
  refused,
} from '../desk/public.ts';
import { hasChannel } from '../programme/public.ts';
import { countKept, listDeadMessages, sendKeptAgain } from './dead-messages.store.ts';

/** Messages that were given up, by what they are and why. */
export const deadMessagesCommand = deskCommand({
  name: 'dead-messages',
  title: 'Messages that were given up',
  summary: 'Count the messages that were given up in the last 30 days, by channel, kind and reason',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    channel: z.string(),
    kind: z.string(),
    reason: z.string(),
    messages: z.number(),
    /** Those among them that resend-messages sends. */
    canBeSent: z.number(),
    oldest: z.string(),
  }),
  async run({ tx, ctx, staff, input }) {
    const now = ctx.clocks.security.now();
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listDeadMessages(tx, staff.tenantId, now, most));
    const rows = shown.map(({ channel, template, reason, messages, kept, oldest }) => ({
      channel,
      kind: template,
      reason,
      messages,
      canBeSent: kept,
      oldest: toInstant(oldest),
    }));
    return { ok: true, rows, hasMore };
  },
});

const input = z.object({ channel: z.enum(['sms', 'email']) });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function check({ tx, ctx, staff: { tenantId }, input: { channel } }: Call): Promise<DeskOutcome> {
  const object = `channel:${channel}`;
  if (!hasChannel(ctx, tenantId, channel)) return refused('channel_off', { field: 'channel', object });
  const kept = await countKept(tx, tenantId, channel, ctx.clocks.security.now());
  return kept.length === 0 ? refused('nothing_to_do', { object }) : { ok: true, rows: [], object };
}

/** The messages carry codes that open cards, so a second person approves it. */
export const resendMessagesCommand = deskCommand({
  name: 'resend-messages',
  title: 'Send given-up messages again',
  summary: 'Send the messages that were given up because their channel was off, now that it is on',
  permission: 'act',
  done: (row) => ({ words: `${counted(row.messages, 'message')} sent again.` }),
  positional: 'channel',
  input,
  answer: z.object({ channel: z.string(), messages: z.number() }),
  check,
  async effect({ tx, ctx, staff: { tenantId }, input: { channel } }) {
    const kept = await countKept(tx, tenantId, channel, ctx.clocks.security.now());
    return kept.map(({ template, messages }) =>
      becomes(`${template} by ${channel}`, 'given up', 'to be sent', `${messages} messages`),
    );
  },
  async run(call) {
    const checked = await check(call);
    if (!checked.ok) return checked;
    const { tx, ctx, staff, input: given } = call;
    const messages = await sendKeptAgain(tx, staff.tenantId, given.channel, ctx.clocks.security.now());
    tx.afterCommit(() => ctx.outboxWakeUp.send());
    return { ...checked, rows: [{ channel: given.channel, messages }], details: { messages } };
  },
});
