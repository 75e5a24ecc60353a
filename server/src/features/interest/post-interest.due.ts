import type { AppContext } from '../../context.ts';
import { dayAt } from '../../platform/clock.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { postInterest as post } from './post-interest.ts';

/** Posts the interest of a month after its last midnight, before its statements are made. */
export const postInterest: RecurringJob<AppContext> = {
  name: 'interest.post',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['00:05'] },
  atOnce: 100,
  async outside(ctx, { tenantId, plannedAt, signal }) {
    const day = dayAt(plannedAt);
    if (!day.endsWith('-01')) return async () => 'done';
    const { hasStopped } = await post(ctx, tenantId, day, signal);
    return async () => (hasStopped ? 'more' : 'done');
  },
};
