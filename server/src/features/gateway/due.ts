import type { AppContext } from '../../compose/context.ts';
import {
  nothingToSettle,
  type Job,
  type PollingJob,
  type RecurringJob,
  type QueuedJob,
} from '../../platform/due-work/job.ts';
import type { GatewayRefund, PaymentGateway } from '../../outside/gateway/port.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import { keptNotice, NOTICES } from './kept-notice.ts';
import { takeNotices } from './notices.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { openGateway, askAbout } from './ask.ts';
import { forgetPayerLater, forgetPayers } from './saved-cards/forget-payer.ts';
import {
  deleteForgotten,
  endExpiredCards,
  forgetLater,
  hasCards,
  listToForget,
} from './saved-cards/saved-card.store.ts';
import { tidyAttempts } from './attempt.store.ts';
import { tidyCardMoney } from './card-money.store.ts';
import { isLive } from './gateway-payment.states.domain.ts';
import { learn, settleReceived } from './learn.ts';
import { findPayment } from './payment.store.ts';
import { notifyWon } from './notify-won.ts';
import { WATCH } from './watch.ts';
import { refundReferenceOf } from './reference.ts';
import { countAsSent, findRefund, listDue, noteSent, type RefundRow } from './refund.store.ts';
import { lockRefund, settleOutcome } from './settle-refund.ts';

const HOUR_MS = 3_600_000;
const REFUNDS_EVERY_MS = 5_000;
/** How long a refund that the gateway accepted may be unknown to it, before it counts as failed. */
const LOST_AFTER_MS = 72 * HOUR_MS;

/**
 * Sends refunds to the gateway. Each has its own key, and is looked for before it is sent: no response may have come to
 * an earlier call, the process may have ended, or the database may have been restored to before it, and the gateway may
 * have made it and forgotten the key since.
 */
export const refundCharges: RecurringJob<AppContext> = {
  name: 'gateway.refund',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: REFUNDS_EVERY_MS },
  atOnce: 20,
  async outside(ctx, { tenantId, atOnce }) {
    const now = ctx.clocks.security.now();
    const due = await ctx.database.transact(tenantId, (tx) => listDue(tx, tenantId, now, atOnce));
    for (const refund of due) await refundCharge(ctx, refund);
    return async () => (due.length === atOnce ? 'more' : 'done');
  },
};

async function refundCharge(ctx: AppContext, listed: RefundRow): Promise<void> {
  const { tenant_id: tenantId, charge_id: chargeId, amount, key } = listed;
  const refund = await ctx.database.transact(tenantId, async (tx) => {
    await lockRefund(tx, tenantId, key);
    // The server that the database was restored from may have sent it.
    await countAsSent(tx, listed);
    return findRefund(tx, tenantId, key);
  });
  // Its charge may have been charged back since the list was read.
  if (refund?.state !== listed.state || refund.attempt !== listed.attempt) return;
  const gateway = openGateway(ctx, tenantId);
  const firstSentAt = refund.first_sent_at === null ? null : Date.parse(refund.first_sent_at);
  const asked = { key: refundReferenceOf(refund), chargeId, amount, firstSentAt };
  const { business, security } = ctx.clocks;
  const age = business.now() - Date.parse(refund.asked_at);
  const found = await lookFor(gateway, asked);
  // It was accepted, so it is not sent again. A person decides about one that does not turn up.
  const isLost = found === undefined && refund.state === 'Pending';
  const lost = age < LOST_AFTER_MS ? NOT_THERE : LOST;
  const outcome = isLost ? lost : (found ?? (await sendRefund(ctx, gateway, refund, asked)));
  if (outcome === LOST) ctx.log.error({ refund: asked.key }, 'the gateway has no refund that it had accepted');
  const settledAt = business.now();
  if (outcome === CAME_BACK) {
    // As its notice, which may have been lost: it is tried again until the money is booked back.
    const id = `found:${asked.key}`;
    const payload = keptNotice({ id, about: { refund: asked.key }, what: { kind: 'refund', state: 'returned' } });
    await ctx.database.transact(tenantId, (tx) => ctx.dueWork.enqueue(tx, NOTICES, { tenantId, key: id, payload }));
  }
  if (outcome.kind === 'done') return settleOutcome(ctx, refund, { state: 'Done', settledAt, nextAt: null });
  if (outcome.kind === 'refused') return settleOutcome(ctx, refund, { state: 'Failed', settledAt, nextAt: null });
  const { firstMs, secondMs, thenMs } = ctx.config.outside.asking;
  const nextAt = security.now() + (age < secondMs ? firstMs : age < thenMs ? secondMs : thenMs);
  const state = outcome.kind === 'pending' || refund.state === 'Pending' ? 'Pending' : 'Asked';
  return settleOutcome(ctx, refund, { state, settledAt: null, nextAt });
}

/** Sends a refund, after the moment of its first sending was kept. */
async function sendRefund(ctx: AppContext, gateway: PaymentGateway, refund: RefundRow, asked: GatewayRefund) {
  const { security } = ctx.clocks;
  const isDue = await ctx.database.transact(refund.tenant_id, (tx) => noteSent(tx, refund, security.now()));
  return isDue ? gateway.refund(asked) : NOT_THERE;
}

const CAME_BACK = { kind: 'done', value: null } as const;
const NOT_THERE = { kind: 'unknown', code: 'not_found' } as const;
const LOST = { kind: 'refused', code: 'not_found' } as const;

/** Outcome of a refund that was sent before; undefined: the gateway has none under its key. */
async function lookFor(gateway: PaymentGateway, asked: GatewayRefund): Promise<OutsideOutcome<null> | undefined> {
  const found = await gateway.findRefund(asked);
  if (found.kind !== 'done') return found.kind === 'refused' ? { kind: 'unknown', code: found.code } : found;
  if (found.value === null) return undefined;
  if (found.value === 'returned') return CAME_BACK;
  if (found.value === 'failed') return { kind: 'refused', code: 'failed' };
  return found.value === 'done' ? { kind: 'done', value: null } : { kind: 'pending' };
}

/**
 * Queries a payment without a notice, and ends its session at the gateway before it expires. An unknown outcome is
 * queried again at growing intervals, and finally becomes a dead letter for the desk.
 */
const watchPayments: QueuedJob<AppContext, { readonly id: string }> = {
  queue: WATCH,
  atOnce: 10,
  async outside(ctx, { tenantId, payload: { id } }) {
    await settleReceived(ctx, tenantId, id);
    const read = () => ctx.database.transact(tenantId, (tx) => findPayment(tx, tenantId, id));
    const before = await read();
    if (!before || !isLive(before.state)) return nothingToSettle;
    const hasExpired = () => ctx.clocks.security.now() >= Date.parse(before.expires_at);
    const isAnswered = await askAbout(ctx, tenantId, id, hasExpired() ? 'close' : 'state');
    // It has expired with an unknown outcome, so no one may pay for the same item until the outcome is known.
    if (!isAnswered && hasExpired()) await learn(ctx, tenantId, id, { kind: 'pending' });
    const after = await read();
    if (!after || !isLive(after.state)) return nothingToSettle;
    const now = ctx.clocks.security.now();
    const expiresAt = Date.parse(after.expires_at);
    const { firstMs, secondMs, thenMs, giveUpAfterMs } = ctx.config.outside.asking;
    const age = now - expiresAt;
    return async () => {
      if (age < 0) return { againAt: Math.min(now + ctx.config.gateway.askAfterMs, expiresAt) };
      if (age >= giveUpAfterMs) return { giveUp: 'unknown' };
      return { againAt: now + (age < firstMs * 2 ? firstMs : age < secondMs * 2 ? secondMs : thenMs) };
    };
  },
};

/** Deletes expired counts of attempts, and marks of card money a day after their release. */
export const tidyGateway: RecurringJob<AppContext> = {
  name: 'gateway.tidy',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 1_000,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const before = ctx.clocks.security.now() - ctx.config.gateway.testing.windowMs;
    const attempts = await tidyAttempts(tx, tenantId, before, atOnce);
    const marks = await tidyCardMoney(tx, tenantId, ctx.clocks.business.now() - 24 * HOUR_MS, atOnce);
    return attempts === atOnce || marks === atOnce ? 'more' : 'done';
  },
};

/** Sends the notices of the sandbox gateway when they are due. */
export const sandboxNotices: PollingJob<AppContext> = {
  name: 'gateway.sandbox-notices',
  everyMs: 500,
  async poll(ctx) {
    await ctx.outside.sandboxGateway?.sendDue();
  },
};

/** Ends saved cards that have expired, and has the gateway forget those that were ended. */
export const forgetCards: RecurringJob<AppContext> = {
  name: 'gateway.forget-cards',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 20,
  async outside(ctx, { tenantId, atOnce }) {
    const [business, security] = [ctx.clocks.business.now(), ctx.clocks.security.now()];
    const due = await ctx.database.transact(tenantId, async (tx) => {
      await endExpiredCards(tx, tenantId, dayAt(business).slice(0, 7), { business, security }, atOnce);
      return listToForget(tx, tenantId, security, atOnce);
    });
    for (const { id, token, web_account_id: webAccountId } of due) {
      const { kind } = await openGateway(ctx, tenantId).forget(token);
      await ctx.database.transact(tenantId, async (tx) => {
        // A token that the gateway does not know is forgotten.
        if (kind !== 'done' && kind !== 'refused') {
          return forgetLater(tx, tenantId, id, security + ctx.config.outside.asking.thenMs);
        }
        await deleteForgotten(tx, tenantId, id);
        const payer = { tenantId, webAccountId };
        if (!(await hasCards(tx, payer))) await forgetPayerLater(tx, ctx, { ...payer, cause: id });
      });
    }
    return async () => (due.length === atOnce ? 'more' : 'done');
  },
};

/** The work of this feature that falls due. */
export const gatewayJobs = (outside: AppContext['outside']): readonly Job<AppContext>[] => [
  watchPayments,
  takeNotices,
  notifyWon,
  refundCharges,
  tidyGateway,
  forgetCards,
  forgetPayers,
  ...(outside.sandboxGateway ? [sandboxNotices] : []),
];
