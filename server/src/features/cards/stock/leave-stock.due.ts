import type { AppContext } from '../../../compose/context.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { leaveStock } from './card-stock.store.ts';

/** Notes cards that left the stock. Payments and activations do not wait for it. */
export const noteCardsThatLeft: RecurringJob<AppContext> = {
  name: 'cards.leave-stock',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 2 * 60_000 },
  atOnce: 500,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const left = await leaveStock(tx, tenantId, ctx.clocks.business.now(), atOnce);
    return left === atOnce ? 'more' : 'done';
  },
};
