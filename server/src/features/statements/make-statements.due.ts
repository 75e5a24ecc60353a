import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { isStillPlanned } from '../../platform/due-work/due-state.store.ts';
import { makeStatements as make } from './make-statements.ts';

/** Interval for checking whether the interest of the night is posted. */
const WAIT_MS = 60_000;

/** Makes the statements of ended periods, after the interest of their last day. */
export const makeStatements: RecurringJob<AppContext> = {
  name: 'statements.make',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['00:45'] },
  atOnce: 20,
  async outside(ctx, { tenantId, plannedAt, atOnce, signal }) {
    // After an outage, jobs of the same night run in any order.
    const { business } = ctx.clocks;
    if (await ctx.database.read(tenantId, (tx) => isStillPlanned(tx, tenantId, 'interest.post', plannedAt))) {
      return async () => ({ againAt: business.now() + WAIT_MS });
    }
    const hasMore = await make(ctx, tenantId, plannedAt, atOnce, signal);
    return async () => (hasMore ? 'more' : 'done');
  },
};
