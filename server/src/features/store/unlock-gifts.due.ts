import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { releaseCard } from '../cards/public.ts';
import { notifyInSavepoint } from '../messages/public.ts';
import { mailGift } from './links.ts';
import { saveUnlocked, takeDueGifts } from './order-changes.store.ts';
import { findItem, findOrder } from './order.store.ts';

/** Unlocks gifts on their day and mails their links. */
export const unlockGifts: RecurringJob<AppContext> = {
  name: 'store.unlock-gifts',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 60_000 },
  atOnce: 50,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const gifts = await takeDueGifts(tx, tenantId, ctx.clocks.business.now(), atOnce);
    for (const gift of gifts) {
      await releaseCard(tx, tenantId, gift.card_id);
      await saveUnlocked(tx, tenantId, gift.id);
      await notifyInSavepoint(tx, ctx, { cause: `gift:${gift.id}` }, async () => {
        const order = await findOrder(tx, tenantId, gift.order_id);
        const item = await findItem(tx, tenantId, gift.id);
        if (order && item) await mailGift(tx, ctx, order, item);
      });
    }
    return gifts.length === atOnce ? 'more' : 'done';
  },
};
