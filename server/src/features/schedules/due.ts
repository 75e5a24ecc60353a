import type { AppContext } from '../../compose/context.ts';
import type { Job, RecurringJob } from '../../platform/due-work/job.ts';
import { runSchedules } from './run-schedules.ts';
import { unreadableSchedulesJob } from './unreadable.due.ts';

/** Carries out scheduled payments. Each stores its due time, so a frequent poll also catches up after an outage. */
const runSchedulesJob: RecurringJob<AppContext> = {
  name: 'schedules.run',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 5_000 },
  atOnce: 2_000,
  async outside(ctx, given) {
    const hasMore = await runSchedules(ctx, given);
    return async () => (hasMore ? 'more' : 'done');
  },
};

/** The work of this feature that falls due. */
export const schedulesJobs: readonly Job<AppContext>[] = [runSchedulesJob, unreadableSchedulesJob];
