import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { makeStatements as make } from './make-statements.ts';

/** Makes the statements of periods that have ended, after the interest of their last day. */
export const makeStatements: RecurringJob<AppContext> = {
  name: 'statements.make',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['00:45'] },
  atOnce: 20,
  async outside(ctx, { tenantId, plannedAt, atOnce, signal }) {
    const hasMore = await make(ctx, tenantId, plannedAt, atOnce, signal);
    return async () => (hasMore ? 'more' : 'done');
  },
};
