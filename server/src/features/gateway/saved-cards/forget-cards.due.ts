import type { AppContext } from '../../../context.ts';
import { dayAt } from '../../../platform/clock.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { openGateway } from '../ask.ts';
import { deleteForgotten, endExpiredCards, forgetLater, listToForget } from './saved-card.store.ts';

const HOUR_MS = 3_600_000;

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
    for (const { id, token } of due) {
      const { kind } = await openGateway(ctx, tenantId).forget(token);
      await ctx.database.transact(tenantId, (tx) =>
        // A token that the gateway does not know is forgotten.
        kind === 'done' || kind === 'refused'
          ? deleteForgotten(tx, tenantId, id)
          : forgetLater(tx, tenantId, id, security + ctx.config.outside.asking.thenMs),
      );
    }
    return async () => (due.length === atOnce ? 'more' : 'done');
  },
};
