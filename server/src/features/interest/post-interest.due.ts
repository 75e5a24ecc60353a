import type { AppContext } from '../../compose/context.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { noteTerms } from './note-terms.ts';
import { postInterest as post } from './post-interest.ts';

/**
 * After each midnight, records the terms of the ended day. After the last of a month, posts its interest, before
 * statements are made.
 */
export const postInterest: RecurringJob<AppContext> = {
  name: 'interest.post',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['00:05'] },
  atOnce: 100,
  async outside(ctx, { tenantId, plannedAt, signal }) {
    const day = dayAt(plannedAt);
    const ended = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
    if (!(await noteTerms(ctx, tenantId, ended, signal))) return async () => 'more';
    if (!day.endsWith('-01')) return async () => 'done';
    const { hasStopped } = await post(ctx, tenantId, day, { by: 'noted', signal });
    return async () => (hasStopped ? 'more' : 'done');
  },
};
