import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { UNUSED_ACCOUNTS } from './close-accounts.due.ts';
import { eraseOrder, takeToErase } from './erasure.store.ts';
import { ORDER_PURPOSE } from './order-payment.ts';

const HOUR_MS = 3_600_000;

/**
 * Erases the buyers of orders that were never paid, and, when every link of a paid order has expired, its buyer and
 * recipients. Accounts that got no card are closed then.
 */
export const eraseOrders: RecurringJob<AppContext> = {
  name: 'store.erase-orders',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 50,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const now = ctx.clocks.business.now();
    const { unpaidKeptMs, paidKeptMs } = ctx.config.store;
    const orders = await takeToErase(tx, tenantId, {
      purpose: ORDER_PURPOSE,
      unpaidBefore: now - unpaidKeptMs,
      paidBefore: now - paidKeptMs,
      atMost: atOnce,
    });
    for (const { id, state } of orders) {
      await eraseOrder(tx, tenantId, id, now);
      if (state === 'Issued') continue;
      const key = String(id);
      await ctx.dueWork.enqueue(tx, UNUSED_ACCOUNTS, { tenantId, key, payload: { order: key } });
    }
    return orders.length === atOnce ? 'more' : 'done';
  },
};
