import { rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import type { ReceiptReason } from '../../outside/receipt.ts';
import type { Transports } from '../../outside/transports.ts';
import type { Channel } from './message.types.ts';
import { transportsOf } from '../programme/public.ts';
import { forgetRegistration } from '../devices/public.ts';
import {
  type ClaimedMessage,
  claimDue,
  ENDED_KEPT_MS,
  forgetEnded,
  giveUpExpired,
  markDead,
  markDelivered,
  markFailed,
  markUnsent,
  tenantsWithDue,
} from './outbox.store.ts';
import { judgeContact } from './judge-contact.ts';
import { sendMessage } from './send-message.ts';
import { nextAttemptAt } from './retry.domain.ts';
import type { PollingJob } from '../../platform/due-work/job.ts';

/** Messages sent in parallel. A slow recipient holds up no more than these, and requests still find connections. */
const BATCH = 8;
/** Well over the duration of one attempt, so that no server takes over a message that is still being sent. */
const LEASE_MS = 60_000;
/** Time after which a channel that accepted nothing is tried again. */
const UNSENT_WAIT_MS = 15_000;
/** Time after which a message is tried again that was refused because of our sender, account, region or rate. */
const OURS_WAIT_MS = 60_000;

/** Sends all due messages that no other server is sending. Returns the number of attempts. */
export async function deliverDue(
  ctx: AppContext,
  transports: Transports,
  mayGoOn: () => boolean = () => true,
): Promise<number> {
  let made = 0;
  for (const tenantId of await ctx.database.readShared((tx) => tenantsWithDue(tx, times(ctx)))) {
    let own = transportsOf(ctx, tenantId, transports);
    let claimed: readonly ClaimedMessage[];
    /** Channels that accept nothing. The others continue, and the next round tries these again. */
    const closed = new Set<Channel>();
    do {
      claimed = await claim(ctx, tenantId, [...closed]);
      if (claimed.some(({ channel }) => own[channel] === undefined)) {
        // This server may have read the programmes before theirs was made or got its account.
        await ctx.programmes.refresh();
        own = transportsOf(ctx, tenantId, transports);
      }
      const by = own;
      // Waits for all of them even if one fails, so that nothing runs on after a stop.
      const ended = await Promise.allSettled(claimed.map((row) => attempt(ctx, by, row)));
      const failed = ended.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
      for (const [place, each] of ended.entries()) {
        const row = claimed[place];
        if (row && each.status === 'fulfilled' && !each.value) closed.add(row.channel);
      }
      made += claimed.length;
    } while (claimed.length === BATCH && mayGoOn());
  }
  return made;
}

function times({ clocks }: AppContext): { business: number; security: number } {
  return { business: clocks.business.now(), security: clocks.security.now() };
}

function claim(ctx: AppContext, tenantId: number, except: readonly Channel[]): Promise<ClaimedMessage[]> {
  const now = times(ctx);
  return ctx.database.transact(tenantId, async (tx) => {
    await forgetEnded(tx, tenantId, now.security - ENDED_KEPT_MS);
    await giveUpExpired(tx, tenantId, now.security, keepsContent(ctx));
    return claimDue(tx, { tenantId, ...now, leaseEndsAt: now.security + LEASE_MS, limit: BATCH, except });
  });
}

/** Refusals that concern the address and not the moment. */
const FOR_GOOD: ReadonlySet<ReceiptReason> = new Set(['badAddress', 'optedOut', 'suppressed', 'unserved']);

/** The sandbox shows messages in its inbox, because it does not really send them. */
const keepsContent = ({ config }: AppContext) => rulesOf(config.mode).showsMessages !== 'no one';

/** False if its channel accepts nothing now. */
async function attempt(ctx: AppContext, transports: Transports, row: ClaimedMessage): Promise<boolean> {
  const outcome = await sendMessage(ctx, transports, row);
  const now = ctx.clocks.security.now();
  const fields = { message: row.message_id, channel: row.channel, template: row.template, attempts: row.attempts };
  await ctx.database.transact(row.tenant_id, async (tx) => {
    const kept = { atMs: now, keepsContent: keepsContent(ctx) };
    if (outcome.ok) {
      const { providerId, isFound = false } = outcome;
      return markDelivered(tx, row, { ...kept, providerId, isFound });
    }
    if (outcome.isUnsent) return markUnsent(tx, row, outcome.code, now + UNSENT_WAIT_MS);
    if (outcome.isOurs && !outcome.isFinal) return markUnsent(tx, row, outcome.code, now + OURS_WAIT_MS);
    if (outcome.gone !== undefined) await forgetRegistration(tx, row.tenant_id, outcome.gone);
    const again = outcome.isFinal ? undefined : nextAttemptAt(row.attempts, now);
    if (again !== undefined) return markFailed(tx, row, outcome.code, again);
    ctx.log.error({ ...fields, code: outcome.code }, 'a message was given up');
    const failure = outcome.reason && { reason: outcome.reason, isForGood: FOR_GOOD.has(outcome.reason) };
    await markDead(tx, row, { ...kept, code: outcome.code, failure });
    if (failure) await judgeContact(tx, ctx, row);
  });
  if (outcome.ok) ctx.log.info(fields, 'a message was accepted');
  return outcome.ok || !(outcome.isUnsent || (outcome.isOurs && !outcome.isOfOne));
}

/**
 * Sends messages while the server runs: when a commit of this process has queued one, and by a poll every second for
 * retries and what other servers left. The outbox has its own leases.
 */
export const deliverMessages = (transports: Transports): PollingJob<AppContext> => ({
  name: 'messages.deliver',
  everyMs: 1_000,
  wakeUp: ({ outboxWakeUp }) => outboxWakeUp,
  poll: (ctx, mayGoOn) => deliverDue(ctx, transports, mayGoOn),
});
