import type { AppContext } from '../../context.ts';
import { nothingToSettle, type QueuedJob } from '../../platform/due-work/job.ts';
import { askAbout } from './ask.ts';
import { isLive } from './gateway-payment.states.domain.ts';
import { learn, settleReceived } from './learn.ts';
import { findPayment } from './payment.store.ts';
import { WATCH } from './watch.ts';

/**
 * Queries a payment without a notice, and ends its session at the gateway before it expires. An unknown outcome is
 * queried again at growing intervals, and finally becomes a dead letter for the desk.
 */
export const watchPayments: QueuedJob<AppContext, { readonly id: string }> = {
  queue: WATCH,
  atOnce: 10,
  async outside(ctx, { tenantId, payload: { id } }) {
    await settleReceived(ctx, tenantId, id);
    const read = () => ctx.database.transact(tenantId, (tx) => findPayment(tx, tenantId, id));
    const before = await read();
    if (!before || !isLive(before.state)) return nothingToSettle;
    const hasExpired = () => ctx.clocks.security.now() >= Date.parse(before.expires_at);
    const isAnswered = await askAbout(ctx, tenantId, id, hasExpired() ? 'close' : 'state');
    // It has expired with an unknown outcome, so nobody may pay for the same item until the outcome is known.
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
