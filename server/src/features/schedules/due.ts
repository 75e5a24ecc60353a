import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { runSchedulesJob } from './run-schedules.due.ts';
import { unreadableSchedulesJob } from './unreadable.due.ts';

/** The work of this feature that falls due. */
export const schedulesJobs: readonly Job<AppContext>[] = [runSchedulesJob, unreadableSchedulesJob];
