import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { openGateway } from './ask.ts';
import { refundReferenceOf } from './reference.ts';
import { listDue, type RefundRow, settleRefund } from './refund.store.ts';

const EVERY_MS = 5_000;

/**
 * Sends refunds to the gateway. Each has its own key, so it is made once: without a response it is sent again with the
 * same key.
 */
export const refundCharges: RecurringJob<AppContext> = {
  name: 'gateway.refund',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 20,
  async outside(ctx, { tenantId, atOnce }) {
    const now = ctx.clocks.security.now();
    const due = await ctx.database.transact(tenantId, (tx) => listDue(tx, tenantId, now, atOnce));
    for (const refund of due) await ask(ctx, refund);
    return async () => (due.length === atOnce ? 'more' : 'done');
  },
};

async function ask(ctx: AppContext, refund: RefundRow): Promise<void> {
  const { tenant_id: tenantId, charge_id: chargeId, amount } = refund;
  const outcome = await openGateway(ctx, tenantId).refund({ key: refundReferenceOf(refund), chargeId, amount });
  const { business, security } = ctx.clocks;
  const settledAt = business.now();
  await ctx.database.transact(tenantId, async (tx) => {
    if (outcome.kind === 'done') return settleRefund(tx, refund, { state: 'Done', settledAt, nextAt: null });
    if (outcome.kind === 'refused') return settleRefund(tx, refund, { state: 'Failed', settledAt, nextAt: null });
    const { firstMs, secondMs, thenMs } = ctx.config.outside.asking;
    const age = settledAt - Date.parse(refund.asked_at);
    const nextAt = security.now() + (age < secondMs ? firstMs : age < thenMs ? secondMs : thenMs);
    const state = outcome.kind === 'pending' ? 'Pending' : refund.state;
    return settleRefund(tx, refund, { state, settledAt: null, nextAt });
  });
}
