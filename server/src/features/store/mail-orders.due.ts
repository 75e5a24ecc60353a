import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { notifyInSavepoint } from '../messages/public.ts';
import { mailGift, mailOrder, mailRefund } from './links.ts';
import { saveNotified } from './order-changes.store.ts';
import { listItems, takeUnnotified } from './order.store.ts';
import { itemStateOf } from './order.view.ts';

/** Mails the outcome of orders: the receipt and the gifts that are due immediately, or that the money is refunded. */
export const mailOrders: RecurringJob<AppContext> = {
  name: 'store.tell-orders',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 2_000 },
  atOnce: 50,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const orders = await takeUnnotified(tx, tenantId, atOnce);
    for (const order of orders) {
      await notifyInSavepoint(tx, ctx, { cause: `order:${order.id}` }, async () => {
        if (order.state === 'Refused') return mailRefund(tx, ctx, order);
        const items = await listItems(tx, tenantId, order.id);
        await mailOrder(tx, ctx, order, items);
        for (const item of items) if (itemStateOf(order, item) === 'Sent') await mailGift(tx, ctx, order, item);
      });
      await saveNotified(tx, tenantId, order.id, ctx.clocks.security.now());
    }
    return orders.length === atOnce ? 'more' : 'done';
  },
};
