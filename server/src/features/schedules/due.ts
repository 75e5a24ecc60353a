import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import type { ScheduledKinds } from './run-schedules.ts';
import { runSchedulesJob } from './run-schedules.due.ts';

/** The work of this feature that falls due. */
export function schedulesJobs(kinds: ScheduledKinds): readonly Job<AppContext>[] {
  return [runSchedulesJob(kinds)];
}
